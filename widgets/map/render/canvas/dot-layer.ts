import { ScatterplotLayer } from '@deck.gl/layers';
import { plane, planeOf } from './plane.ts';

const dots = {
  name: 'dots',
  vs: /* glsl */ `\
layout(std140) uniform dotsUniforms {
  float factor;
  float minRadius;
  float maxRadius;
} dots;
`,
  uniformTypes: { factor: 'f32', minRadius: 'f32', maxRadius: 'f32' },
} as const;

/** The square around a dot includes its rim and half a screen pixel of smoothing. */
const vertexShader = /* glsl */ `#version 300 es
#define SHADER_NAME dot-layer-vertex-shader
in vec3 positions;
in vec3 instancePositions;
in vec3 instancePositions64Low;
in float instanceRadius;
in float instanceLineWidths;
in vec4 instanceFillColors;
in vec4 instanceLineColors;
out vec4 fill;
out vec4 rim;
out vec2 place;
out float outer;
out float inner;
out float smoothing;
void main(void) {
  fill = instanceFillColors;
  rim = instanceLineColors;
  outer = clamp(instanceRadius * dots.factor, dots.minRadius, dots.maxRadius) + instanceLineWidths * 0.5;
  inner = outer - instanceLineWidths;
  smoothing = plane.smoothing;
  place = positions.xy * (outer + smoothing);
  gl_Position = plane_position(plane_pixels(instancePositions, instancePositions64Low) + place);
}
`;

const fragmentShader = /* glsl */ `#version 300 es
#define SHADER_NAME dot-layer-fragment-shader
precision highp float;
in vec4 fill;
in vec4 rim;
in vec2 place;
in float outer;
in float inner;
in float smoothing;
out vec4 fragColor;
void main(void) {
  float far = length(place);
  float covered = smoothstep(far - smoothing, far + smoothing, outer);
  if (covered == 0.0) discard;
  fragColor = mix(fill, rim, smoothstep(inner - smoothing, inner + smoothing, far));
  fragColor.a *= covered;
}
`;

/**
 * Draws dots with a rim at world pixels, the rim's width in pixels; see `plane` for its shaders. A ring is a dot whose fill has
 * no opacity.
 */
export class DotLayer<Data = unknown> extends ScatterplotLayer<Data> {
  static override readonly layerName = 'DotLayer';

  override getShaders(): ReturnType<ScatterplotLayer['getShaders']> {
    return {
      ...(super.getShaders() as object),
      vs: vertexShader,
      fs: fragmentShader,
      modules: [plane, dots],
    };
  }

  override draw(): void {
    const { viewport, renderPass } = this.context;
    const { radiusUnits, radiusMinPixels: minRadius, radiusMaxPixels: maxRadius } = this.props;
    const [perMeter = 1] = viewport.distanceScales.unitsPerMeter;
    const factor = radiusUnits === 'meters' ? perMeter * viewport.scale : 1;
    const { model } = this.state;
    model?.shaderInputs.setProps({ plane: planeOf(viewport), dots: { factor, minRadius, maxRadius } });
    model?.draw(renderPass);
  }
}
