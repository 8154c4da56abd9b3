import { PathLayer } from '@deck.gl/layers';
import { plane, planeOf, type PlaneProps } from './plane.ts';

/** The rectangle around a segment includes its round ends and half a screen pixel of smoothing. */
const vertexShader = /* glsl */ `#version 300 es
#define SHADER_NAME ring-layer-vertex-shader
in vec2 positions;
in float instanceTypes;
in vec3 instanceStartPositions;
in vec3 instanceStartPositions64Low;
in vec3 instanceEndPositions;
in vec3 instanceEndPositions64Low;
in float instanceStrokeWidths;
in vec4 instanceColors;
out vec4 color;
out vec2 place;
out float segment;
out float radius;
out float smoothing;
void main(void) {
  vec2 from = plane_pixels(instanceStartPositions, instanceStartPositions64Low);
  vec2 way = plane_pixels(instanceEndPositions, instanceEndPositions64Low) - from;
  smoothing = plane.smoothing;
  radius = instanceStrokeWidths * 0.5;
  segment = length(way);
  vec2 ahead = segment > 0.0 ? way / segment : vec2(1.0, 0.0);
  float outer = radius + plane.smoothing;
  place = vec2(positions.x > 0.0 ? segment + outer : -outer, positions.y * outer);
  // Instances that only describe how segments join are not drawn.
  vec2 offset = instanceTypes > 3.5 ? vec2(0.0) : ahead * place.x + vec2(-ahead.y, ahead.x) * place.y;
  color = instanceColors;
  gl_Position = plane_position(from + offset);
}
`;

const fragmentShader = /* glsl */ `#version 300 es
#define SHADER_NAME ring-layer-fragment-shader
precision highp float;
in vec4 color;
in vec2 place;
in float segment;
in float radius;
in float smoothing;
out vec4 fragColor;
void main(void) {
  float far = length(vec2(place.x - clamp(place.x, 0.0, segment), place.y));
  float covered = smoothstep(far - smoothing, far + smoothing, radius);
  if (covered == 0.0) discard;
  fragColor = vec4(color.rgb, color.a * covered);
}
`;

/** Draws closed rings of world pixels as lines with round corners, of a width in pixels; see `plane` for its shaders. */
export class RingLayer<Data = unknown> extends PathLayer<Data, PlaneProps> {
  static override readonly layerName = 'RingLayer';

  override getShaders(): ReturnType<PathLayer['getShaders']> {
    return { ...(super.getShaders() as object), vs: vertexShader, fs: fragmentShader, modules: [plane] };
  }

  override draw(): void {
    const { model } = this.state;
    model?.shaderInputs.setProps({ plane: planeOf(this.context.viewport, this.props.origin) });
    model?.draw(this.context.renderPass);
  }
}
