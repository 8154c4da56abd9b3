import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkBoundary,
  isInBoundary,
  normalizeBoundary,
  ringsOfBoundary,
  withFirstRing,
  type Boundary,
} from './boundary.ts';
import type { Coordinates } from './coordinates.ts';
import type { MultiPolygon } from './multi-polygon.ts';
import { isInRing } from './point-in-ring.ts';
import { checkPolygon } from './polygon.ts';

type Ring = readonly Coordinates[];

/** A rectangle from its south-western corner, height and width. */
function box(south: number, west: number, height: number, width = height): Coordinates[] {
  return [
    [south, west],
    [south, west + width],
    [south + height, west + width],
    [south + height, west],
  ];
}

const closed = (ring: Ring) => [...ring, ...ring.slice(0, 1)].map(([lat, lng]) => [lng, lat] as const);

/** A geometry of some rings, each as a part of its own, or of the given parts. */
const geometryOf = (parts: readonly (readonly Ring[])[]): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: parts.map((rings) => rings.map(closed)),
});

const boundaryOf = (rings: readonly Ring[]): Boundary => ({
  coords: rings[0] ?? [],
  geometry: geometryOf(rings.map((ring) => [ring])),
});

const flat = (ring: Ring) => ring.flatMap(([lat, lng]) => [lng, lat]);
const edgesOf = (ring: Ring) =>
  ring.map((from, index) => [from, ring[(index + 1) % ring.length] ?? from] as const);

/** Twice the signed area of a triangle; exact for the small integers of these tests. */
function side(a: Coordinates, b: Coordinates, c: Coordinates): number {
  return Math.sign((b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]));
}

function isOn(a: Coordinates, b: Coordinates, position: Coordinates): boolean {
  const dot = (position[0] - a[0]) * (position[0] - b[0]) + (position[1] - a[1]) * (position[1] - b[1]);
  return side(a, b, position) === 0 && dot <= 0;
}

const lies = (ring: Ring, position: Coordinates) => edgesOf(ring).some(([a, b]) => isOn(a, b, position));

/**
 * Whether two simple rings cross or share a segment, found by comparing all pairs of edges. On an integer grid below
 * ten, the points where edges meet are more than 0.01 apart; each piece between two of them lies on one side.
 */
function areCrossed(one: Ring, other: Ring): boolean {
  const sides = new Set<boolean>();
  for (const [from, to] of edgesOf(one)) {
    const meetings = [0, 1, ...edgesOf(other).flatMap((edge) => sharesOf([from, to], edge))];
    const sorted = meetings.toSorted((a, b) => a - b);
    for (const [index, share] of sorted.entries()) {
      const next = sorted[index + 1];
      if (next === undefined || next - share < 1e-9) continue;
      const along = (share + next) / 2;
      const position: Coordinates = [
        from[0] + along * (to[0] - from[0]),
        from[1] + along * (to[1] - from[1]),
      ];
      if (
        edgesOf(other).some(
          ([a, b]) => side(a, b, from) === 0 && side(a, b, to) === 0 && isNear(a, b, position),
        )
      )
        return true;
      sides.add(isInRing(flat(other), position[1], position[0]));
    }
  }
  return sides.size > 1;
}

function isNear(a: Coordinates, b: Coordinates, position: Coordinates): boolean {
  return (position[0] - a[0]) * (position[0] - b[0]) + (position[1] - a[1]) * (position[1] - b[1]) <= 0;
}

/** The positions on the first edge, from 0 to 1, where the second meets it. */
function sharesOf(
  [a, b]: readonly [Coordinates, Coordinates],
  [c, d]: readonly [Coordinates, Coordinates],
): number[] {
  const along = ({ 0: lat, 1: lng }: Coordinates) =>
    ((lat - a[0]) * (b[0] - a[0]) + (lng - a[1]) * (b[1] - a[1])) / ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
  const touching = [c, d].filter((position) => isOn(a, b, position)).map(along);
  if (side(a, b, c) * side(a, b, d) >= 0) return touching;
  const cross = (b[1] - a[1]) * (d[0] - c[0]) - (b[0] - a[0]) * (d[1] - c[1]);
  const share = ((c[1] - a[1]) * (d[0] - c[0]) - (c[0] - a[0]) * (d[1] - c[1])) / cross;
  return share >= 0 && share <= 1 ? [...touching, share] : touching;
}

const grid = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }));
const simpleRing = fc
  .array(grid, { minLength: 3, maxLength: 6 })
  .filter((ring) => checkPolygon(ring as Coordinates[]) === null) as fc.Arbitrary<Coordinates[]>;

/** Rings that often contain each other, touch, cross and share segments. */
const someRings = fc.array(
  fc.oneof(
    simpleRing,
    fc
      .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 9 }))
      .map(([south, west, size]) => box(south, west, size)),
    fc
      .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 5 }))
      .map(([lat, lng, size]): Coordinates[] => [
        [lat - size, lng],
        [lat, lng + size],
        [lat + size, lng],
        [lat, lng - size],
      ]),
  ),
  { minLength: 1, maxLength: 4 },
);

describe('checkBoundary', () => {
  test.each<[string, Ring[], string | null]>([
    ['a hole', [box(0, 0, 9), box(2, 2, 2)], null],
    ['two parts', [box(0, 0, 2), box(0, 5, 2)], null],
    ['parts that touch in a corner', [box(0, 0, 2), box(2, 2, 2)], null],
    ['parts that share a side', [box(0, 0, 2), box(0, 2, 2)], 'rings_crossed'],
    ['parts that share a piece of a side', [box(0, 0, 4), box(1, 4, 2)], 'rings_crossed'],
    ['parts that cross', [box(0, 0, 4), box(2, 2, 4)], 'rings_crossed'],
    ['a ring twice', [box(0, 0, 4), box(0, 0, 4)], 'rings_crossed'],
    ['a ring twice, the other way round', [box(0, 0, 4), box(0, 0, 4).toReversed()], 'rings_crossed'],
    [
      'a hole that crosses itself',
      [
        box(0, 0, 9),
        [
          [2, 2],
          [4, 4],
          [2, 4],
          [4, 2],
        ],
      ],
      'polygon_crossed',
    ],
    [
      'a hole of two corners',
      [
        box(0, 0, 9),
        [
          [2, 2],
          [4, 4],
        ],
      ],
      'polygon_few',
    ],
  ])('%s', (_name, rings, problem) => {
    expect(checkBoundary(boundaryOf(rings))).toBe(problem);
  });

  test('agrees with a comparison of each edge with each other', () => {
    fc.assert(
      fc.property(someRings, (rings) => {
        const crossed = rings.some((one, index) =>
          rings.slice(index + 1).some((other) => areCrossed(one, other) || areCrossed(other, one)),
        );
        expect(checkBoundary(boundaryOf(rings))).toBe(crossed ? 'rings_crossed' : null);
      }),
      { numRuns: 5000 },
    );
  });

  test('allows rings that touch in a corner and in the middle of an edge', () => {
    const around: Ring = box(0, 0, 4, 9);
    // Touches the corner of the surrounding ring, and the middle of its western edge.
    const hole: Ring = [[2, 0], [1, 1], [0, 0], [2, 5], [3, 1]]; // prettier-ignore
    expect(checkBoundary(boundaryOf([around, hole]))).toBeNull();
    expect(checkBoundary(boundaryOf([hole, around]))).toBeNull();
  });

  test('reports that GeoJSON has longitude first', () => {
    const swapped = box(41, 60, 0.1).map(([lat, lng]): Coordinates => [lng, lat]);
    expect(checkBoundary(boundaryOf([swapped]))).toBe('geometry_swapped');
  });

  test('counts the vertices of all rings', () => {
    const circle = (radius: number): Ring =>
      Array.from({ length: 2500 }, (_, index) => [
        41.5 + radius * Math.sin((index / 1250) * Math.PI),
        60.6 + radius * Math.cos((index / 1250) * Math.PI),
      ]);
    expect(checkBoundary(boundaryOf([circle(0.2), circle(0.1)]))).toBeNull();
    const corner: Ring = box(41.4999, 60.5999, 0.0002).slice(0, 3);
    expect(checkBoundary(boundaryOf([circle(0.2), circle(0.1), corner]))).toBe('polygon_long');
  });
});

/** Rings that do not cross. */
const validRings = someRings.filter((rings) => checkBoundary(boundaryOf(rings)) === null);

describe('normalizeBoundary', () => {
  test('is idempotent, and keeps all rings', () => {
    fc.assert(
      fc.property(validRings, (rings) => {
        const once = normalizeBoundary(boundaryOf(rings));
        expect(normalizeBoundary(once)).toEqual(once);
        expect(once.geometry === null).toBe(rings.length === 1);
        expect(ringsOfBoundary(once)[0]).toEqual(once.coords);
        expect(new Set(ringsOfBoundary(once))).toEqual(new Set(rings));
      }),
      { numRuns: 1000 },
    );
  });

  test('sorts the largest part first, and each hole with its part', () => {
    const [large, lake, island, small] = [box(0, 0, 9), box(1, 1, 6), box(3, 3, 2), box(0, 20, 3)];
    const { coords, geometry } = normalizeBoundary({
      coords: small,
      geometry: geometryOf([[small, island], [lake], [large]]),
    });
    expect(coords).toEqual(large);
    expect(geometry).toEqual(geometryOf([[large, lake], [small], [island]]));
  });

  test('accepts open, duplicated and single rings', () => {
    const open = box(0, 0, 4).map(([lat, lng]) => [lng, lat] as const);
    const geometry: MultiPolygon = { type: 'MultiPolygon', coordinates: [[[...open, ...open.slice(3)]]] };
    expect(normalizeBoundary({ coords: box(5, 5, 1), geometry })).toEqual({
      coords: box(0, 0, 4),
      geometry: null,
    });
  });
});

test('a point is inside of a boundary if an odd number of rings contain it', () => {
  const position = fc.tuple(
    fc.double({ min: -6, max: 18, noNaN: true }),
    fc.double({ min: -6, max: 18, noNaN: true }),
  );
  fc.assert(
    fc.property(validRings, position, (rings, at) => {
      fc.pre(!rings.some((ring) => lies(ring, at)));
      const around = rings.filter((ring) => isInRing(flat(ring), at[1], at[0]));
      expect(isInBoundary(normalizeBoundary(boundaryOf(rings)), at)).toBe(around.length % 2 === 1);
    }),
    { numRuns: 2000 },
  );
});

describe('withFirstRing', () => {
  const [large, lake, other] = [box(0, 0, 9), box(2, 2, 4), box(0, 20, 3)];
  const before = normalizeBoundary(boundaryOf([large, lake, other]));

  test('keeps the other rings', () => {
    expect(withFirstRing(before, large)).toEqual(before);
    const larger = box(-1, -1, 11);
    expect(withFirstRing(before, larger)).toEqual(normalizeBoundary(boundaryOf([larger, lake, other])));
    expect(withFirstRing({ coords: large, geometry: null }, lake)).toEqual({ coords: lake, geometry: null });
  });

  test.each([
    ['crosses a hole', box(0, 0, 3)],
    ['leaves out a hole', box(0, 10, 9)],
    ['becomes the hole', lake],
    ['goes into a hole', box(3, 3, 1)],
    ['takes in another part', box(-1, -1, 40)],
    ['goes into another part', box(1, 21, 1)],
  ])('rejects a ring that %s', (_name, ring) => {
    expect(withFirstRing(before, ring)).toBeNull();
  });
});
