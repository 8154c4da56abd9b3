import type { Layer } from '@deck.gl/core';
import { PathLayer, ScatterplotLayer, SolidPolygonLayer } from '@deck.gl/layers';
import type { LatLng, MarkerShape, PolygonShape } from '../../model/index.ts';
import { coarseRing, type Level } from './coarse-ring.ts';
import { areaLooks, type AreaLook } from '../area-looks.ts';

type Rgba = [number, number, number, number];

/** How wide a marker is, in pixels from its middle. */
export const markerRadius = 8;

const rings = new WeakMap<readonly LatLng[], Float64Array>();

/** The ring of a polygon as deck.gl wants it: flat, [lng, lat], closed, clockwise. */
export function ringOf(coords: readonly LatLng[]): Float64Array {
  const known = rings.get(coords);
  if (known) return known;
  const count = coords.length;
  const ring = new Float64Array((count + 1) * 2);
  let area = 0;
  for (let index = 0; index < count; index += 1) {
    const [lat, lng] = coords[index] as LatLng;
    const [nextLat, nextLng] = coords[(index + 1) % count] as LatLng;
    area += (nextLng - lng) * (nextLat + lat);
    ring[index * 2] = lng;
    ring[index * 2 + 1] = lat;
  }
  ring[count * 2] = ring[0] as number;
  ring[count * 2 + 1] = ring[1] as number;
  if (area < 0) turnRound(ring);
  rings.set(coords, ring);
  return ring;
}

function turnRound(ring: Float64Array): void {
  for (let low = 0, high = ring.length - 2; low < high; low += 2, high -= 2) {
    const [lng, lat] = [ring[low] as number, ring[low + 1] as number];
    ring[low] = ring[high] as number;
    ring[low + 1] = ring[high + 1] as number;
    ring[high] = lng;
    ring[high + 1] = lat;
  }
}

/** `#rrggbb` or `#rgb` as deck.gl wants it; grey where it is no colour. */
export function rgba(color: string, opacity = 1): Rgba {
  const long =
    color.length === 4 ? [...color].map((digit, at) => (at > 0 ? digit + digit : digit)).join('') : color;
  const value = /^#[0-9a-f]{6}$/i.test(long) ? Number.parseInt(long.slice(1), 16) : 0x59666d;
  return [value >> 16, (value >> 8) & 255, value & 255, Math.round(opacity * 255)];
}

/** What every layer is: not to be picked, and left out of the picture as long as it is empty, since each one costs. */
export function plain(data: { readonly length: number }, visible = true) {
  return { pickable: false, autoHighlight: false, visible: visible && data.length > 0 } as const;
}

/** How polygons are drawn. */
export interface PolygonLook {
  readonly areas: AreaLook;
  readonly level?: Level;
  readonly visible?: boolean;
}

/** Areas and their edges, flat on the ground. */
export function polygonLayers(
  id: string,
  polygons: readonly PolygonShape[],
  { areas, level = null, visible = true }: PolygonLook,
): Layer[] {
  const { fillOpacity, stroke, edge } = areaLooks[areas];
  return [
    new SolidPolygonLayer<PolygonShape>({
      ...plain(polygons, visible),
      id: `${id}-fill`,
      data: polygons as PolygonShape[],
      positionFormat: 'XY',
      _normalize: false,
      getPolygon: ({ coords }) => ringOf(coarseRing(coords, level)),
      getFillColor: ({ color }) => rgba(color, fillOpacity),
      updateTriggers: { getPolygon: level, getFillColor: areas },
    }),
    new PathLayer<PolygonShape>({
      ...plain(polygons, visible),
      id: `${id}-line`,
      data: polygons as PolygonShape[],
      positionFormat: 'XY',
      _pathType: 'loop',
      widthUnits: 'pixels',
      jointRounded: true,
      getWidth: stroke,
      getPath: ({ coords }) => ringOf(coarseRing(coords, level)),
      getColor: ({ color }) => rgba(edge ?? color),
      updateTriggers: { getPath: level, getColor: areas },
    }),
  ];
}

/** Dots with a white rim, one for each marker. */
export function markerLayer(id: string, markers: readonly MarkerShape[], radius = markerRadius): Layer {
  return new ScatterplotLayer<MarkerShape>({
    ...plain(markers),
    id,
    data: markers as MarkerShape[],
    radiusUnits: 'pixels',
    lineWidthUnits: 'pixels',
    stroked: true,
    getRadius: radius,
    getLineWidth: 2,
    getLineColor: [255, 255, 255],
    getPosition: ({ coords: [lat, lng] }) => [lng, lat],
    getFillColor: ({ color }) => rgba(color),
  });
}

/** A line around what is selected, under its own. */
export function haloLayers(id: string, polygon: readonly LatLng[] | null, marker: LatLng | null): Layer[] {
  return [
    new PathLayer<readonly LatLng[]>({
      ...plain(polygon ?? []),
      id: `${id}-halo`,
      data: polygon ? [polygon] : [],
      positionFormat: 'XY',
      _pathType: 'loop',
      widthUnits: 'pixels',
      jointRounded: true,
      getWidth: 7,
      getPath: ringOf,
      getColor: [255, 255, 255, 230],
    }),
    new ScatterplotLayer<LatLng>({
      ...plain(marker ?? []),
      id: `${id}-ring`,
      data: marker ? [marker] : [],
      radiusUnits: 'pixels',
      lineWidthUnits: 'pixels',
      filled: false,
      stroked: true,
      getRadius: markerRadius + 5,
      getLineWidth: 3,
      getLineColor: [11, 116, 128],
      getPosition: ([lat, lng]) => [lng, lat],
    }),
  ];
}
