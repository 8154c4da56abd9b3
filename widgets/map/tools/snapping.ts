import { nearestSnap, snapTo, type Snap } from '../model/borders/snap.ts';
import type { Corner } from '../model/borders/shared-corners.ts';
import type { LatLng, PolygonShape } from '../model/index.ts';
import type { MapContext } from './map-context.ts';
import type { PointerPress } from './pointer-listener.ts';

/** How close a corner or an edge must be, in pixels. */
const reach = { fine: 8, coarse: 16, key: 80 } as const;

/** Returns the snap target of a pointer: a corner or an edge of the shapes or of their neighbours. Alt disables snapping. */
export function snapOf(
  { session, camera }: Pick<MapContext, 'camera' | 'session'>,
  position: LatLng,
  { coarse, alt }: Pick<PointerPress, 'coarse' | 'alt'>,
  moved: readonly Corner[] = [],
): Snap | null {
  const { shapes, options } = session.state;
  if (alt || !options.snapping) return null;
  const areas = [...shapes.polygons, ...session.neighbors];
  return snapTo(areas, position, camera.view.zoom, coarse ? reach.coarse : reach.fine, moved);
}

/**
 * The nearest corner or edge of an area other than `own`, beyond the pointer's snapping distance; for keys.
 */
export function nearestOf(
  { session, camera }: Pick<MapContext, 'camera' | 'session'>,
  position: LatLng,
  own: PolygonShape | null = null,
  moved: readonly Corner[] = [],
): Snap | null {
  const areas = [...session.state.shapes.polygons, ...session.neighbors];
  return nearestSnap(areas, position, camera.view.zoom, reach.key, { own, moved });
}
