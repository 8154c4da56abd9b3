import type { Viewport } from '@deck.gl/core';

/**
 * Projects for the shaders of our layers, whose positions are world pixels (`worldX`, `worldY`). The map is flat and north
 * is up: a subtraction and a multiplication are sufficient. deck.gl's own projection also knows globes, tilted maps and
 * metres, and a browser without a graphics card spends 0.2 to 0.3 s on compiling it into each program, before the first
 * picture.
 */
export const plane = {
  name: 'plane',
  vs: /* glsl */ `\
layout(std140) uniform planeUniforms {
  vec2 origin;
  vec2 shift;
  vec2 pixel;
  float scale;
  float smoothing;
} plane;

// Screen pixels relative to the centre, to the east and north. The low part has the digits beyond the precision of a float.
vec2 plane_pixels(vec3 position, vec3 low) {
  return ((position.xy - plane.origin) + low.xy) * plane.scale + plane.shift;
}

vec4 plane_position(vec2 pixels) {
  return vec4(pixels * plane.pixel, 0.0, 1.0);
}
`,
  uniformTypes: {
    origin: 'vec2<f32>',
    shift: 'vec2<f32>',
    pixel: 'vec2<f32>',
    scale: 'f32',
    smoothing: 'f32',
  },
} as const;

/** The props of a layer whose positions are relative to a world pixel. */
export interface PlaneProps {
  readonly origin?: readonly [x: number, y: number];
}

/** The uniforms of `plane` for a view, and positions relative to a world pixel. */
export function planeOf(
  { center: [x = 0, y = 0], scale, width, height }: Viewport,
  [left, bottom]: readonly [x: number, y: number] = [0, 0],
) {
  // The origin is exact as a float; its remaining offset from the centre is added after the conversion to
  // pixels.
  const origin: [number, number] = [Math.fround(x - left), Math.fround(y - bottom)];
  const shift: [number, number] = [(origin[0] - (x - left)) * scale, (origin[1] - (y - bottom)) * scale];
  const pixel: [number, number] = [2 / width, 2 / height];
  // Half a pixel of the screen, on each side of an edge.
  return { origin, shift, pixel, scale, smoothing: 0.5 / devicePixelRatio };
}
