import type { Layer } from '@deck.gl/core';
import { PathLayer, ScatterplotLayer } from '@deck.gl/layers';
import type { LatLng, MarkerShape } from '../../model/index.ts';

type Rgba = [number, number, number, number];

/** How wide a marker is, in pixels from its middle. */
export const markerRadius = 8;

/** A ring as deck.gl wants it: flat, [lng, lat], closed. */
function ringOf(coords: readonly LatLng[]): Float64Array {
  const [first] = coords;
  return Float64Array.from((first ? [...coords, first] : coords).flatMap(([lat, lng]) => [lng, lat]));
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
