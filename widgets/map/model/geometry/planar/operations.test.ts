import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInRing } from '#kernel/domain/geo/point-in-ring.ts';
import { countVertices, outlineOf, ringsOf } from '../../shapes/rings.ts';
import { latLng, type LatLng, type Outline } from '../../shapes/shape.ts';
import { intersectionCheck } from '../../state/validity.ts';
import { divide } from './division.ts';
import { contains, isSolid, overlaps, splitByLines, subtract, unionOf } from './operations.ts';

const box = (south: number, west: number, north: number, east: number): LatLng[] => [
  latLng(south, west),
  latLng(south, east),
  latLng(north, east),
  latLng(north, west),
];
const outline = (...rings: readonly LatLng[][]) => outlineOf(rings);
const areaOf = (area: Outline | null) =>
  area ? divide([area]).sizes.reduce((sum, face) => sum + (face.layers.length > 0 ? face.area : 0), 0) : 0;

/** Whether a place is inside an outline, by counting rings. */
function covers(area: Outline | null, [lat, lng]: LatLng): boolean {
  if (!area) return false;
  return (
    ringsOf(area).filter((ring) =>
      isInRing(
        ring.flatMap(([y, x]) => [x, y]),
        lng,
        lat,
      ),
    ).length %
      2 ===
    1
  );
}

/** A simple ring around a centre, with corners on a coarse grid so that edges and corners coincide often. */
const star = fc
  .tuple(
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: -3, max: 3 }),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 12 }),
  )
  .map(([lat, lng, radii]) =>
    outline(
      radii.map((radius, index) => {
        const angle = (index / radii.length) * 2 * Math.PI;
        return latLng(lat + radius * Math.sin(angle), lng + Math.round(radius * Math.cos(angle) * 4) / 4);
      }),
    ),
  );

test('two areas beside each other become one that keeps all corners', () => {
  const united = unionOf(outline(box(0, 0, 1, 1)), outline(box(0, 1, 1, 2)));
  expect(united && countVertices(united)).toBe(6);
  expect(areaOf(united)).toBeCloseTo(2, 12);
});

test('areas apart become two parts, and an area around another keeps no hole', () => {
  expect(ringsOf(unionOf(outline(box(0, 0, 1, 1)), outline(box(0, 2, 1, 3)))!)).toHaveLength(2);
  expect(ringsOf(unionOf(outline(box(0, 0, 9, 9)), outline(box(2, 2, 3, 3)))!)).toHaveLength(1);
});

test('a cut in the middle becomes a hole, and a cut of everything leaves nothing', () => {
  expect(ringsOf(subtract(outline(box(0, 0, 9, 9)), outline(box(2, 2, 3, 3)))!)).toHaveLength(2);
  expect(subtract(outline(box(2, 2, 3, 3)), outline(box(0, 0, 9, 9)))).toBeNull();
});

test('a hole that touches the border in a corner is a ring of its own', () => {
  const cut = outline([latLng(0, 0), latLng(2, 1), latLng(1, 2)]);
  const left = subtract(outline(box(0, 0, 4, 4)), cut)!;
  expect(ringsOf(left)).toHaveLength(2);
  expect(intersectionCheck(left).intersections).toEqual([]);
});

test('a line through an area divides it, one that ends inside does not', () => {
  const area = outline(box(0, 0, 4, 4));
  expect(splitByLines(area, [[latLng(1, -1), latLng(1, 5)]]).map(areaOf)).toEqual([12, 4]);
  expect(splitByLines(area, [[latLng(1, -1), latLng(1, 2)]])).toEqual([area]);
  expect(splitByLines(area, [[latLng(9, -1), latLng(9, 5)]])).toEqual([area]);
});

test('parts that the line does not touch stay with the largest piece', () => {
  const area = outline(box(0, 0, 4, 4), box(0, 10, 1, 11));
  const [largest, ...others] = splitByLines(area, [[latLng(1, -1), latLng(1, 5)]]);
  expect(others).toHaveLength(1);
  expect(areaOf(largest!)).toBeCloseTo(13, 12);
});

test('an island within an area is in both, in any order', () => {
  const lake = outline(box(0, 0, 9, 9), box(2, 2, 6, 6));
  const layersOf = (areas: readonly Outline[]) =>
    divide(areas)
      .sizes.map(({ layers }) => layers.join(','))
      .toSorted();
  expect(layersOf([lake, outline(box(3, 3, 4, 4))])).toEqual(['', '', '0', '1']);
  expect(layersOf([outline(box(0, 0, 9, 9)), outline(box(3, 3, 4, 4))])).toEqual(['', '0', '0,1']);
});

test('containing and overlapping allow common borders', () => {
  const [left, right, both] = [box(0, 0, 1, 1), box(0, 1, 1, 2), box(0, 0, 1, 2)].map((ring) =>
    outline(ring),
  );
  expect(overlaps(left!, right!)).toBe(false);
  expect(overlaps(left!, both!)).toBe(true);
  expect(contains(both!, left!)).toBe(true);
  expect(contains(left!, both!)).toBe(false);
});

test('operations on random stars agree with a count of rings at every place', () => {
  // Off the grid of the corners: on a border, counting rings is undefined.
  const coordinate = fc.integer({ min: -7000, max: 7000 }).map((value) => value / 1000);
  const offGrid = fc
    .tuple(coordinate, coordinate)
    .map(([lat, lng]) => [lat + 0.000_123_4, lng + 0.000_271_8] as const);
  const positions = fc.array(offGrid, { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(star, star, positions, (one, other, at) => {
      fc.pre(
        intersectionCheck(one).intersections.length === 0 &&
          intersectionCheck(other).intersections.length === 0,
      );
      const [sum, rest] = [unionOf(one, other), subtract(one, other)];
      for (const [lat, lng] of at) {
        const position = latLng(lat, lng);
        expect(covers(sum, position)).toBe(covers(one, position) || covers(other, position));
        expect(covers(rest, position)).toBe(covers(one, position) && !covers(other, position));
      }
      for (const result of [sum, rest]) {
        if (result) expect(intersectionCheck(result).intersections).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
});

test('the areas after a split fill the area before it', () => {
  const line = fc.array(fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 })), {
    minLength: 2,
    maxLength: 6,
  });
  fc.assert(
    fc.property(star, line, (area, way) => {
      fc.pre(intersectionCheck(area).intersections.length === 0);
      const pieces = splitByLines(area, [way.map(([lat, lng]) => latLng(lat, lng))]);
      expect(pieces.reduce((sum, piece) => sum + areaOf(piece), 0)).toBeCloseTo(areaOf(area), 8);
      const solid = divide(pieces).sizes.filter((face) => isSolid(face));
      expect(solid.every(({ layers }) => layers.length <= 1)).toBe(true);
    }),
    { numRuns: 600 },
  );
});
