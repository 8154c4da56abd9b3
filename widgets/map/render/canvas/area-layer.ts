import { SolidPolygonLayer } from '@deck.gl/layers';
import { plane, planeOf, type PlaneProps } from './plane.ts';

const vertexShader = /* glsl */ `#version 300 es
#define SHADER_NAME area-layer-vertex-shader
in vec3 vertexPositions;
in vec3 vertexPositions64Low;
in vec4 fillColors;
out vec4 color;
void main(void) {
  color = fillColors;
  gl_Position = plane_position(plane_pixels(vertexPositions, vertexPositions64Low));
}
`;

const fragmentShader = /* glsl */ `#version 300 es
#define SHADER_NAME area-layer-fragment-shader
precision highp float;
in vec4 color;
out vec4 fragColor;
void main(void) {
  fragColor = color;
}
`;

/** Fills triangles of world pixels, without lights and heights; see `plane` for its shaders. */
export class AreaLayer<Data = unknown> extends SolidPolygonLayer<Data, PlaneProps> {
  static override readonly layerName = 'AreaLayer';

  override getShaders(type: string): ReturnType<SolidPolygonLayer['getShaders']> {
    return { ...(super.getShaders(type) as object), vs: vertexShader, fs: fragmentShader, modules: [plane] };
  }

  override draw(): void {
    const { topModel, polygonTesselator } = this.state;
    topModel?.setVertexCount(polygonTesselator.vertexCount);
    topModel?.shaderInputs.setProps({ plane: planeOf(this.context.viewport, this.props.origin) });
    topModel?.draw(this.context.renderPass);
  }
}
