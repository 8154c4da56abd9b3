import type { Layer } from '@deck.gl/core';
import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers';
import type { PolygonShape } from '../../model/index.ts';
import { areaLooks, type AreaLook } from './area-styles.ts';
import { arraysOf } from './block-arrays.ts';
import type { Closeness } from './mesh.ts';
import { plain } from '../canvas/paint.ts';

/** How polygons are drawn. */
export interface PolygonLook {
  readonly areas: AreaLook;
  /** What they have to stand out from. */
  readonly grounds: readonly string[];
  readonly closeness: Closeness;
  readonly visible?: boolean;
}

/** Areas and their edges, flat on the ground. */
export function polygonLayers(
  id: string,
  polygons: readonly PolygonShape[],
  { areas, grounds, closeness, visible = true }: PolygonLook,
): Layer[] {
  const { fill, line } = arraysOf(polygons, closeness, areas, grounds);
  return [
    new SolidPolygonLayer({
      ...plain(polygons, visible),
      id: `${id}-fill`,
      data: fill,
      positionFormat: 'XY',
      _normalize: false,
      getPolygon: nothing,
    }),
    new PathLayer({
      ...plain(polygons, visible),
      id: `${id}-line`,
      data: line,
      positionFormat: 'XY',
      _pathType: 'loop',
      widthUnits: 'pixels',
      jointRounded: true,
      getWidth: areaLooks[areas].stroke,
      getPath: nothing,
    }),
  ];
}

/** All there is to draw is in the arrays. */
const nothing = () => null as never;
