import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latLng, type LatLng, type PolygonShape } from '../shapes/shape.ts';
import { checkBorders } from './check.ts';
import { findMisplaced } from './household-check.ts';

const at = (north: number, east: number) => latLng(41.5 + north / 1000, 60.6 + east / 1000);
const area = (id: number, coords: readonly LatLng[], otherRings?: readonly (readonly LatLng[])[]) =>
  ({
    id,
    title: `Hudud ${id}`,
    color: '#1d5fd1',
    coords,
    ...(otherRings ? { otherRings } : {}),
  }) as PolygonShape;
const box = (south: number, west: number, north: number, east: number) => [
  at(south, west),
  at(south, east),
  at(north, east),
  at(north, west),
];
const check = (polygons: readonly PolygonShape[], households: readonly LatLng[]) =>
  findMisplaced(polygons, { count: households.length, placeOf: (row) => households[row] ?? at(0, 0) });

describe('households that do not lie in exactly one area', () => {
  test('are those in no area and those in several, with the numbers of the areas', () => {
    const areas = [area(1, box(0, 0, 10, 10)), area(2, box(0, 8, 10, 20)), area(3, box(20, 0, 30, 10))];
    const households = [at(5, 5), at(5, 9), at(15, 5), at(25, 5), at(5, 25)];
    expect(check(areas, households)).toEqual([
      { row: 1, areas: [0, 1] },
      { row: 2, areas: [] },
      { row: 4, areas: [] },
    ]);
  });

  test('are not those on a border, of one area or between two', () => {
    const areas = [area(1, box(0, 0, 10, 10)), area(2, box(0, 10, 10, 20))];
    expect(check(areas, [at(5, 10), at(0, 5), at(10, 10), at(0, 0), at(3.3333333, 10)])).toEqual([]);
  });

  test('are those in a hole, unless another area fills it', () => {
    const holed = area(1, box(0, 0, 10, 10), [box(4, 4, 6, 6)]);
    expect(check([holed], [at(5, 5), at(1, 1)])).toEqual([{ row: 0, areas: [] }]);
    expect(check([holed, area(2, box(4, 4, 6, 6))], [at(5, 5)])).toEqual([]);
  });

  test('are not reported if there is no area', () => {
    expect(check([], [at(0, 0)])).toEqual([]);
  });

  test('match a slow walk over all areas', () => {
    const number = fc.integer({ min: 0, max: 40 });
    const boxes = fc.tuple(number, number, number, number).filter(([a, b, c, d]) => a !== c && b !== d);
    fc.assert(
      fc.property(
        fc.array(boxes, { maxLength: 12 }),
        fc.array(fc.tuple(number, number), { maxLength: 60 }),
        (given, positions) => {
          const areas = given.map((sides, index) => area(index, box(...sides)));
          // Between the lines, so that none is on a border.
          const households = positions.map(([y, x]) => at(y + 0.37, x + 0.41));
          const expected = households.flatMap((household, row) => {
            const around = given.flatMap(([south, west, north, east], index) => {
              const [y, x] = [(household[0] - 41.5) * 1000, (household[1] - 60.6) * 1000];
              const isIn =
                y > Math.min(south, north) &&
                y < Math.max(south, north) &&
                x > Math.min(west, east) &&
                x < Math.max(west, east);
              return isIn ? [index] : [];
            });
            return around.length === 1 ? [] : [{ row, areas: around }];
          });
          expect(check(areas, households)).toEqual(areas.length === 0 ? [] : expected);
        },
      ),
    );
  });
});

test('a check of borders includes households of the map and of its overlay', () => {
  const polygons = [area(1, box(0, 0, 10, 10)), area(2, box(0, 8, 10, 20))];
  const marker = { id: 7, title: 'Belgi', color: '#d64550', coords: at(30, 30) };
  const households = {
    count: 2,
    placeOf: (row: number) => at(5, row === 0 ? 9 : 5),
    titleOf: (row: number) => `№ ${row}`,
  };
  const found = checkBorders({ polygons, markers: [marker] }, households);
  expect(found.map(({ kind, areas, household }) => [kind, areas, household])).toEqual([
    ['overlap', [1, 2], null],
    ['household', [], 'Belgi'],
    ['household_several', [1, 2], '№ 0'],
  ]);
});
