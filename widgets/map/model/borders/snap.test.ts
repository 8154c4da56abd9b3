import { expect, test } from 'vitest';
import { pixelsBetween } from '../geometry/mercator.ts';
import { latLng, type PolygonShape } from '../shapes/shape.ts';
import { cornersAt } from './shared-corners.ts';
import { nearestSnap, snapTo } from './snap.ts';

/** At this zoom, 0.001° of longitude is about 12 pixels. */
const zoom = 13;
const at = (north: number, east: number) => latLng(41.5 + north / 1000, 60.6 + east / 1000);
const area = (id: number, ...coords: readonly (readonly [number, number])[]): PolygonShape => ({
  id,
  title: `${id}`,
  color: '#1d5fd1',
  coords: coords.map(([north, east]) => at(north, east)),
});

/** A square with a corner in its upper edge, and a long border 0.001° above it. */
const own = area(1, [0, 0], [0, 10], [4, 10], [4, 5], [4, 0]);
const above = area(2, [5, -40], [5, 50], [20, 50], [20, -40]);
const position = at(4, 5);
const nearest = (...others: readonly PolygonShape[]) => {
  const areas = [own, ...others];
  return nearestSnap(areas, position, zoom, 80, { own, moved: cornersAt(areas, position) });
};

test('a key snaps to the nearer edge of a neighbour, not to a farther corner of the same area', () => {
  expect(pixelsBetween(at(4, 10), position, zoom)).toBeLessThan(80);
  const snap = nearest(above);
  expect(snap?.on).toBe('edge');
  expect(snap?.at[0]).toBeCloseTo(at(5, 5)[0], 9);
  expect(snap?.at[1]).toBeCloseTo(at(5, 5)[1], 9);
});

test('a key snaps to a corner that is hardly farther than an edge', () => {
  expect(nearest(area(3, [5, -40], [5, 5.2], [5, 50], [20, 50], [20, -40]))).toEqual({
    at: at(5, 5.2),
    on: 'corner',
  });
});

test('a key ignores corners and edges that an area shares', () => {
  // Shares the moving corner, and the two next to it.
  const sharing = area(4, [4, 0], [4, 5], [4, 10], [20, 10], [20, 0]);
  expect(nearest(sharing)).toBeNull();
  expect(nearest()).toBeNull();
});

test('a pointer snaps to a corner within its reach before a nearer edge', () => {
  const corner = area(3, [4.3, -40], [4.3, 5.5], [4.3, 50], [20, 50], [20, -40]);
  const moved = cornersAt([own, corner], position);
  expect(snapTo([own, corner], position, zoom, 16, moved)).toEqual({ at: at(4.3, 5.5), on: 'corner' });
  expect(snapTo([own, corner], position, zoom, 3, moved)).toBeNull();
});
