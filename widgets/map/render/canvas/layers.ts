import type { Layer } from '@deck.gl/core';
import { worldPoint, worldX, worldY } from '../../model/geometry/mercator.ts';
import {
  accentColor,
  inkColor,
  rgbaOf,
  ringsOf,
  type LatLng,
  type MarkerShape,
  type Outline,
  type Rgba,
  type Ring,
} from '../../model/index.ts';
import { DotLayer } from './dot-layer.ts';
import { RingLayer } from './ring-layer.ts';

/** The radius of a marker in pixels. */
export const markerRadius = 8;

/** A ring for deck.gl: flat, world pixels, closed. */
function closedRing(coords: Ring): Float64Array {
  const [first] = coords;
  return Float64Array.from(
    (first ? [...coords, first] : coords).flatMap(([lat, lng]) => [worldX(lng), worldY(lat)]),
  );
}

const selectedRim = rgbaOf(accentColor);
const hollow = rgbaOf(accentColor, 0);

/** The props of every layer: not pickable, and invisible while empty, since each layer costs time. */
export function basicProps(data: { readonly length: number }, visible = true) {
  return { pickable: false, autoHighlight: false, visible: visible && data.length > 0 } as const;
}

/** Draws markers as dots with a white rim. */
export function markerLayer(id: string, markers: readonly MarkerShape[], radius = markerRadius): Layer {
  return new DotLayer<MarkerShape>({
    ...basicProps(markers),
    id,
    data: markers as MarkerShape[],
    radiusUnits: 'pixels',
    getRadius: radius,
    getLineWidth: 2,
    getLineColor: [255, 255, 255],
    getPosition: ({ coords }) => worldPoint(coords),
    getFillColor: ({ color }) => rgbaOf(color),
  });
}

const dark = rgbaOf(inkColor);
const light: Rgba = [255, 255, 255, 255];

interface Stroke {
  readonly ring: Float64Array;
  readonly width: number;
  readonly color: Rgba;
}

const strokes = new WeakMap<
  Ring,
  { readonly isDark: boolean; readonly otherRings: Outline['otherRings']; readonly both: Stroke[] }
>();

/**
 * Lines in the theme's colour inside lines in the opposite colour, visible on any background; memoized by the
 * vertices.
 */
function strokesOf(outline: Outline, isDark: boolean): Stroke[] {
  const { coords, otherRings } = outline;
  const known = strokes.get(coords);
  if (known?.isDark === isDark && known.otherRings === otherRings) return known.both;
  const rings = ringsOf(outline).map(closedRing);
  const [outside, inside] = [isDark ? dark : light, isDark ? light : dark];
  const both = [
    ...rings.map((ring) => ({ ring, width: 7, color: outside })),
    ...rings.map((ring) => ({ ring, width: 3, color: inside })),
  ];
  strokes.set(coords, { isDark, otherRings, both });
  return both;
}

/** Draws a line along the selected polygon, or a ring around the selected marker. */
export function selectionLayers(polygon: Outline | null, marker: LatLng | null, isDark: boolean): Layer[] {
  return [
    new RingLayer<Stroke>({
      ...basicProps(polygon?.coords ?? []),
      id: 'selected-line',
      data: polygon ? strokesOf(polygon, isDark) : [],
      positionFormat: 'XY',
      _pathType: 'loop',
      getWidth: ({ width }) => width,
      getPath: ({ ring }) => ring,
      getColor: ({ color }) => color,
    }),
    new DotLayer<LatLng>({
      ...basicProps(marker ?? []),
      id: 'selected-ring',
      data: marker ? [marker] : [],
      radiusUnits: 'pixels',
      getRadius: markerRadius + 5,
      getLineWidth: 3,
      getLineColor: selectedRim,
      getFillColor: hollow,
      getPosition: worldPoint,
    }),
  ];
}
