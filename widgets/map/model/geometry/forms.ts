import { ringsOf, outlineOf } from '../shapes/rings.ts';
import type { LatLng, Outline, Ring } from '../shapes/shape.ts';
import { fromWorld, worldX, worldY } from './mercator.ts';

/** A form that is drawn from one place to another. */
export type Form = 'circle' | 'ellipse' | 'rectangle';

/** How an area is moved (in pixels of zoom 0, east and north), rotated (in radians, counterclockwise) and scaled. */
export interface WholeChange {
  readonly shift?: readonly [east: number, north: number];
  readonly rotation?: number;
  readonly scale?: number;
}

/** The number of corners of a circle. */
const roundCorners = 64;

/**
 * The ring of a form, as it appears on the map: a circle and an ellipse from their centre to their edge, a
 * rectangle from corner to corner.
 */
export function formRing(form: Form, from: LatLng, to: LatLng): Ring {
  const [x, y] = [worldX(from[1]), worldY(from[0])];
  const [dx, dy] = [worldX(to[1]) - x, worldY(to[0]) - y];
  if (form === 'rectangle')
    return [fromWorld(x, y), fromWorld(x + dx, y), fromWorld(x + dx, y + dy), fromWorld(x, y + dy)];
  const radius = Math.hypot(dx, dy);
  const [wide, high] = form === 'circle' ? [radius, radius] : [Math.abs(dx), Math.abs(dy)];
  return Array.from({ length: roundCorners }, (_, corner) => {
    const angle = (corner / roundCorners) * 2 * Math.PI;
    return fromWorld(x + wide * Math.cos(angle), y + high * Math.sin(angle));
  });
}

/** An outline that is moved, rotated or scaled as a whole, as it appears on the map. */
export function changedOutline(outline: Outline, around: LatLng, change: WholeChange): Outline {
  const { shift: [east, north] = [0, 0], rotation = 0, scale = 1 } = change;
  const [middleX, middleY] = [worldX(around[1]), worldY(around[0])];
  const [cos, sin] = [Math.cos(rotation) * scale, Math.sin(rotation) * scale];
  return outlineOf(
    ringsOf(outline).map((ring) =>
      ring.map(([lat, lng]) => {
        const [x, y] = [worldX(lng) - middleX, worldY(lat) - middleY];
        return fromWorld(middleX + x * cos - y * sin + east, middleY + x * sin + y * cos + north);
      }),
    ),
  );
}
