import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latLng, type LatLng } from '../shapes/shape.ts';
import { intersectionsAfterMove, findSelfIntersections, maxIntersections } from './self-intersections.ts';

type Whole = readonly [x: bigint, y: bigint];

/** Places on a coarse grid of whole degrees, so that they often coincide and touch, without rounding. */
const gridPlace = fc
  .tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }))
  .map(([lat, lng]) => latLng(lat, lng));

/** Nine places, so that three consecutive corners often coincide. */
const narrowPlace = fc
  .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }))
  .map(([lat, lng]) => latLng(lat, lng));

const orientation = ([ax, ay]: Whole, [bx, by]: Whole, [cx, cy]: Whole) =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
const sign = (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0);

/** Reference implementation: every pair, in integers. */
function slowIntersections(coords: readonly LatLng[]): string[] {
  const points: Whole[] = coords.map(([lat, lng]) => [BigInt(lng), BigInt(lat)]);
  const at = (index: number) => points[index % points.length] as Whole;
  const same = (one: Whole, other: Whole) => one[0] === other[0] && one[1] === other[1];
  const edges = [...points.keys()].filter((edge) => !same(at(edge), at(edge + 1)));
  if (edges.length < 3) return coords.length > 1 ? ['0 1'] : [];
  const between = (a: Whole, b: Whole, p: Whole) =>
    [0, 1].every((axis) => {
      const [one, other, value] = [a[axis], b[axis], p[axis]] as [bigint, bigint, bigint];
      return (one <= value && value <= other) || (other <= value && value <= one);
    });
  const on = (a: Whole, b: Whole, p: Whole) => orientation(a, b, p) === 0n && between(a, b, p);
  const meet = (a: Whole, b: Whole, c: Whole, d: Whole) =>
    (sign(orientation(a, b, c)) * sign(orientation(a, b, d)) < 0 &&
      sign(orientation(c, d, a)) * sign(orientation(c, d, b)) < 0) ||
    on(a, b, c) ||
    on(a, b, d) ||
    on(c, d, a) ||
    on(c, d, b);
  const foldsBack = (a: Whole, b: Whole, c: Whole) =>
    orientation(a, b, c) === 0n && (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0n;
  const found: string[] = [];
  for (const [index, one] of edges.entries()) {
    for (const [otherIndex, other] of edges.entries()) {
      if (otherIndex <= index) continue;
      const follows = otherIndex === index + 1;
      const leads = index === 0 && otherIndex === edges.length - 1;
      const [a, b, c, d] = [at(one), at(one + 1), at(other), at(other + 1)];
      const bad = follows ? foldsBack(a, b, d) : leads ? foldsBack(c, a, b) : meet(a, b, c, d);
      if (bad) found.push(`${one} ${other}`);
    }
  }
  return found;
}

const named = (check: ReturnType<typeof findSelfIntersections>) =>
  check.intersections.map(({ edges }) => edges.join(' '));

test.each([
  ['a few corners', { minLength: 3, maxLength: 9 }],
  ['more corners than are compared one by one', { minLength: 25, maxLength: 40 }],
])('finds in %s the intersections of a slow exact check', (_, size) => {
  fc.assert(
    fc.property(fc.array(gridPlace, size), (coords) => {
      const slow = slowIntersections(coords);
      const fast = named(findSelfIntersections(coords));
      if (slow.length <= maxIntersections) expect(fast).toEqual(slow);
      else expect(fast).toHaveLength(maxIntersections);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['a wide grid', gridPlace],
  ['a grid so narrow that corners lie on each other', narrowPlace],
])('finds on %s from two edges of a moved vertex the intersections of all edges', (_, somewhere) => {
  const corners = fc.array(somewhere, { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(corners, fc.nat(), somewhere, (from, number, to) => {
      const vertex = number % from.length;
      const coords = from.with(vertex, to);
      const moved = intersectionsAfterMove(coords, vertex, from, findSelfIntersections(from).intersections);
      expect(named(moved)).toEqual(named(findSelfIntersections(coords)));
    }),
    { numRuns: 3000 },
  );
});

test('reports a bow tie by its two edges and the point where they cross', () => {
  const bow = [latLng(0, 0), latLng(2, 2), latLng(0, 2), latLng(2, 0)];
  expect(findSelfIntersections(bow)).toEqual({
    intersections: [{ edges: [0, 2], at: [1, 1] }],
    gaveUp: false,
    comparisons: 6,
  });
});

/** A coastline: a ring of many short edges that does not touch itself. */
function coast(count: number, roughness = 0.1): LatLng[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    const radius = 1 + roughness * Math.sin(index * 7);
    return latLng(41 + radius * Math.sin(angle), 60 + radius * Math.cos(angle));
  });
}

test('compares only edges that lie near each other, and for a moved vertex only its two edges', () => {
  const count = 5000;
  const ring = coast(count);
  const moved = ring.with(17, latLng(41, 60));
  const { intersections, comparisons } = findSelfIntersections(ring);
  expect(intersections).toEqual([]);
  expect(comparisons).toBeLessThan(20 * count);
  expect(intersectionsAfterMove(moved, 17, ring, intersections).comparisons).toBeLessThanOrEqual(2 * count);
});

test('compares about twenty times as many edges for twenty times the vertices', () => {
  const [small, large] = [coast(8000, 1e-4), coast(160_000, 5e-6)].map(findSelfIntersections);
  expect(large?.comparisons).toBeLessThan(25 * (small?.comparisons ?? 0));
});

test('gives up on a ring whose edges are all close to each other', () => {
  // Long slanted edges close to each other, like a comb: each box overlaps all others, but no edges meet.
  const teeth = Array.from({ length: 3000 }, (_, index) => {
    const along = index / 3000;
    const [here, there] = [latLng(along, -along), latLng(along + 50, -along + 50)];
    return index % 2 === 0 ? [here, there] : [there, here];
  }).flat();
  const comb = [...teeth, latLng(-1, -1)];
  expect(findSelfIntersections(comb)).toMatchObject({ intersections: [], gaveUp: true });
});
