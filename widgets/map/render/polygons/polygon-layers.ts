import type { Layer } from '@deck.gl/core';
import type { PolygonShape } from '../../model/index.ts';
import { areaStyles, type AreaStyle } from './area-styles.ts';
import { blockArraysFor } from './block-arrays.ts';
import type { Detail } from './mesh.ts';
import { basicProps } from '../canvas/layers.ts';
import { AreaLayer } from '../canvas/area-layer.ts';
import { RingLayer } from '../canvas/ring-layer.ts';

/** The style of polygons. */
interface PolygonStyle {
  readonly areas: AreaStyle;
  /** The colours that they must contrast with. */
  readonly backgrounds: readonly string[];
  readonly detail: Detail;
  readonly visible?: boolean;
}

/** The layers of areas and their outlines. */
export function polygonLayers(
  id: string,
  polygons: readonly PolygonShape[],
  { areas, backgrounds, detail, visible = true }: PolygonStyle,
): Layer[] {
  const { fill, line } = blockArraysFor(polygons, detail, areas, backgrounds);
  return [
    new AreaLayer({
      ...basicProps(polygons, visible),
      id: `${id}-fill`,
      data: fill,
      origin: fill.origin,
      positionFormat: 'XY',
      _normalize: false,
      getPolygon: nothing,
    }),
    new RingLayer({
      ...basicProps(polygons, visible),
      id: `${id}-line`,
      data: line,
      origin: line.origin,
      positionFormat: 'XY',
      _pathType: 'loop',
      getWidth: areaStyles[areas].stroke,
      getPath: nothing,
    }),
  ];
}

/** deck.gl requires an accessor, but reads the binary arrays: this one is never called. */
const nothing = () => [];
