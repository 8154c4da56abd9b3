import type { Layer } from '@deck.gl/core';
import { fromWorld } from '../../model/geometry/mercator.ts';
import type { LatLng } from '../../model/index.ts';
import type { DotLayer } from '../canvas/dot-layer.ts';

/** The places of one layer, as drawn without WebGL. */
export interface Dots {
  readonly count: number;
  readonly at: (index: number) => LatLng;
  readonly style: (
    index: number,
    zoom: number,
  ) => { readonly radius: number; readonly fill: string; readonly rim: string };
}

/** Metres per pixel at the equator at zoom 0, for a world of 512 pixels. */
const equatorMeters = 40_075_016.686 / 512;

type DotProps = DotLayer['props'];

/** Reads the places of deck.gl's dot layers: lists of objects, or numeric columns. Empty for other layers. */
export function dotsOf(layers: readonly Layer[]): readonly Dots[] {
  return layers.flatMap(({ props }) => (props.visible && isDots(props) ? [readDots(props)] : []));
}

/** A layer with `getRadius` is a dot layer: this map's overlays have no others. */
function isDots(props: object): props is DotProps {
  return 'getRadius' in props;
}

function readDots(props: DotProps): Dots {
  const { items, positions, count } = readData(props.data);
  const valueOf = <Value>(given: unknown, index: number): Value =>
    (typeof given === 'function' ? given(items[index]) : given) as Value;
  const positionOf = (index: number): ArrayLike<number> =>
    positions
      ? positions.subarray(index * 2, index * 2 + 2)
      : valueOf<ArrayLike<number>>(props.getPosition, index);
  const at = (index: number) => {
    const { 0: x = 0, 1: y = 0 } = positionOf(index);
    return fromWorld(x, y);
  };
  return {
    count,
    at,
    style(index, zoom) {
      const given = valueOf<number>(props.getRadius, index);
      const pixels =
        props.radiusUnits === 'meters'
          ? (given * 2 ** zoom) / equatorMeters / Math.cos((at(index)[0] * Math.PI) / 180)
          : given;
      const { radiusMinPixels: minRadius, radiusMaxPixels: maxRadius } = props;
      return {
        // In steps, since each size is drawn once and copied.
        radius: Math.round(Math.min(maxRadius, Math.max(minRadius, pixels)) * 2) / 2,
        fill: css(valueOf(props.getFillColor, index)),
        rim: css(valueOf(props.getLineColor, index)),
      };
    },
  };
}

interface Columns {
  readonly length: number;
  readonly attributes?: { readonly getPosition?: { readonly value: Float64Array } };
}

function readData(data: unknown) {
  if (Array.isArray(data)) return { items: data as readonly unknown[], positions: null, count: data.length };
  const { length, attributes } = data as Columns;
  return { items: [], positions: attributes?.getPosition?.value ?? null, count: length };
}

function css([red = 0, green = 0, blue = 0, alpha = 255]: readonly number[]): string {
  return `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
}
