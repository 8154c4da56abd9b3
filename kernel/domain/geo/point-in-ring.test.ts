import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInRing } from './point-in-ring.ts';

type Point = readonly [x: number, y: number];

/** Twice the signed area of a triangle: its sign says on which side of a line a point is. */
const side = (a: Point, b: Point, c: Point) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

const isOnEdge = (from: Point, to: Point, point: Point) =>
  side(from, to, point) === 0 &&
  [0, 1].every((axis) => {
    const [one, other, value] = [from, to, point].map((it) => it[axis] ?? 0) as [number, number, number];
    return Math.min(one, other) <= value && value <= Math.max(one, other);
  });

const grid = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 }));

test('agrees with exact integer ray casting, except for points on an edge', () => {
  fc.assert(
    fc.property(fc.array(grid, { minLength: 3, maxLength: 9 }), grid, (ring, point) => {
      const edges = ring.map((from, index): [Point, Point] => [
        from,
        ring[(index + 1) % ring.length] ?? from,
      ]);
      fc.pre(!edges.some(([from, to]) => isOnEdge(from, to, point)));
      // A ray with this slope passes no other point of the grid.
      const far: Point = [point[0] + 100_003, point[1] + 1000];
      const crossed = edges.filter(
        ([from, to]) =>
          side(from, to, point) !== side(from, to, far) && side(point, far, from) !== side(point, far, to),
      );
      expect(isInRing(ring.flat(), point[0], point[1])).toBe(crossed.length % 2 === 1);
    }),
    { numRuns: 3000 },
  );
});

test('treats closed and open rings alike', () => {
  const square = [0, 0, 2, 0, 2, 2, 0, 2];
  for (const ring of [square, [...square, 0, 0]]) {
    expect(isInRing(ring, 1, 1)).toBe(true);
    expect(isInRing(ring, 3, 1)).toBe(false);
  }
});
