import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInRing } from '#kernel/domain/geo/point-in-ring.ts';
import { ringArea as areaOf } from '#kernel/domain/geo/ring-parts.ts';
import { areaOfOutline, partsOf, perimeterOfOutline } from './parts.ts';
import { findRingCrossings } from '#kernel/domain/geo/ring-crossings.ts';
import {
  countVertices,
  edgeEnds,
  firstVertexOf,
  locateVertex,
  outlineOf,
  ringsOf,
  vertexAt,
  withVertexAfter,
} from '../shapes/rings.ts';
import { latLng, type LatLng, type Ring } from '../shapes/shape.ts';

/** A square, in grid steps, from its lower left corner. */
function square(north: number, east: number, size: number): Ring {
  return [
    latLng(north, east),
    latLng(north, east + size),
    latLng(north + size, east + size),
    latLng(north + size, east),
  ];
}

const outer = square(0, 0, 10);
const hole = square(2, 2, 6);
const island = square(4, 4, 2);
const beside = square(0, 20, 5);

describe('parts', () => {
  test('are found by containment, the largest first', () => {
    expect(partsOf(outlineOf([beside, island, outer, hole]))).toEqual([[outer, hole], [beside], [island]]);
    expect(partsOf({ coords: outer })).toEqual([[outer]]);
  });

  test('hold a hole that touches its outer ring in a point', () => {
    const touching = [latLng(0, 5), latLng(4, 7), latLng(4, 3)];
    expect(partsOf(outlineOf([outer, touching]))).toEqual([[outer, touching]]);
  });

  test('are measured without their holes', () => {
    const outline = outlineOf([outer, hole, island, beside]);
    const expected = areaOf(outer) - areaOf(hole) + areaOf(island) + areaOf(beside);
    expect(areaOfOutline(outline)).toBeCloseTo(expected, -2);
    expect(perimeterOfOutline(outline)).toBeGreaterThan(perimeterOfOutline({ coords: outer }));
  });

  test('contain each point as often as the even-odd rule says', () => {
    const rect = fc
      .tuple(fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 6 }))
      .map(([north, east, size]) => square(north + size / 100, east + size / 90, size));
    fc.assert(
      fc.property(fc.array(rect, { minLength: 1, maxLength: 5 }), fc.nat(150), fc.nat(150), (rings, y, x) => {
        fc.pre(findRingCrossings(rings).crossings.length === 0);
        const at = latLng(y / 10 + 0.037, x / 10 + 0.041);
        const holds = (ring: Ring) => isInRing(ring.flat(), at[0], at[1]);
        const odd = rings.filter(holds).length % 2;
        const layers = partsOf(outlineOf(rings)).filter(
          ([around, ...holes]) => holds(around) && !holes.some(holds),
        );
        expect(layers.length).toBe(odd);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the numbers of vertices', () => {
  const outline = outlineOf([outer, hole, beside]);

  test('run through all rings', () => {
    const all = ringsOf(outline).flat();
    expect(countVertices(outline)).toBe(12);
    expect(all.map((_, vertex) => vertexAt(outline, vertex))).toEqual(all);
    expect(locateVertex(outline, 5)).toEqual({ ring: 1, at: 1 });
    expect(firstVertexOf(outline, 2)).toBe(8);
    for (const wrong of [-1, 12, 0.5, Number.NaN]) expect(locateVertex(outline, wrong)).toBeNull();
  });

  test('an edge ends in its own ring', () => {
    expect(edgeEnds(outline, 3)).toEqual([outer[3], outer[0]]);
    expect(edgeEnds(outline, 7)).toEqual([hole[3], hole[0]]);
    expect(edgeEnds(outline, 12)).toBeNull();
  });

  test('a vertex is added to the ring of the one before it', () => {
    const position = latLng(5, 2);
    const after = withVertexAfter(outline, 7, position);
    expect(vertexAt(after, 8)).toBe(position);
    expect(ringsOf(after).map(({ length }) => length)).toEqual([4, 5, 4]);
  });
});

describe('crossings of rings', () => {
  const found = (...rings: Ring[]) => findRingCrossings(rings).crossings.length;

  test('are found where edges cross, run along each other or pass through a vertex', () => {
    expect(found(outer, square(5, 5, 10))).toBe(2);
    expect(found(outer, square(10, 0, 10))).toBeGreaterThan(0);
    expect(found(outer, outer)).toBeGreaterThan(0);
    // Sharing a part of an edge, and with that part inside.
    expect(found(outer, [latLng(0, 3), latLng(0, 7), latLng(-4, 5)])).toBeGreaterThan(0);
    expect(found(outer, [latLng(0, 3), latLng(0, 7), latLng(4, 5)])).toBeGreaterThan(0);
    // Through two corners of the square.
    expect(found(outer, [latLng(-5, -5), latLng(15, 15), latLng(40, -40)])).toBe(2);
    // Through a corner that lies on an edge.
    expect(found(outer, [latLng(5, -5), latLng(5, 0), latLng(5, 5), latLng(7, -5)])).toBe(2);
  });

  test('are not found where rings lie in each other, beside each other, or touch in a point', () => {
    expect(found(outer, hole, island, beside)).toBe(0);
    expect(found(outer, square(10, 10, 5))).toBe(0);
    expect(found(outer, [latLng(0, 5), latLng(4, 7), latLng(4, 3)])).toBe(0);
    expect(found(outer, [latLng(0, 5), latLng(-4, 7), latLng(-4, 3)])).toBe(0);
  });

  test('are numbered through all rings', () => {
    const { crossings } = findRingCrossings([beside, outer, square(5, 5, 10)]);
    expect(crossings.map(({ edges }) => edges)).toEqual([
      [5, 8],
      [6, 11],
    ]);
  });

  test('match a slow comparison of all pairs', () => {
    const position = fc.tuple(fc.nat(1000), fc.nat(1000)).map(([y, x]) => latLng(y / 31, x / 37));
    const ring = fc.array(position, { minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(ring, ring, (one, other) => {
        const crossings = pairs(one).flatMap((edge) => pairs(other).filter((twin) => cross(edge, twin)));
        expect(found(one, other) > 0).toBe(crossings.length > 0);
      }),
      { numRuns: 1000 },
    );
  });
});

type Edge = readonly [LatLng, LatLng];

function pairs(ring: Ring): readonly Edge[] {
  return ring.map((from, index) => [from, ring[(index + 1) % ring.length] ?? from]);
}

function cross([a, b]: Edge, [c, d]: Edge): boolean {
  const side = (from: LatLng, to: LatLng, at: LatLng) =>
    Math.sign((to[1] - from[1]) * (at[0] - from[0]) - (to[0] - from[0]) * (at[1] - from[1]));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
