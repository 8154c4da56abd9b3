import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latLng, type LatLng, type PolygonShape } from '../shapes/shape.ts';
import { checkBorders } from './check.ts';
import { snapAll } from './snap-all.ts';

const meter = 1 / 111_195;
const at = (north: number, east: number) =>
  latLng(41 + north * meter, 60 + (east * meter) / Math.cos((41 * Math.PI) / 180));
const box = (
  id: number,
  [south, west, north, east]: readonly [number, number, number, number],
): PolygonShape => ({
  id,
  title: `Mahalla ${id}`,
  color: '#1d5fd1',
  coords: [at(south, west), at(south, east), at(north, east), at(north, west)],
});
const pin = (id: number, coords: LatLng) => ({ id, title: `Uy ${id}`, color: '#d64550', coords });
const kindsOf = (polygons: readonly PolygonShape[], markers = [] as ReturnType<typeof pin>[]) =>
  checkBorders({ polygons, markers }).map(({ kind, areas }) => [kind, ...areas]);

/** Four areas around a point, correctly tiled. */
const tiles = [
  box(1, [0, 0, 100, 100]),
  box(2, [0, 100, 100, 200]),
  box(3, [100, 0, 200, 100]),
  box(4, [100, 100, 200, 200]),
];

test('areas that tile have no problem, nor has a hole within one area', () => {
  expect(kindsOf(tiles)).toEqual([]);
  const hole = [at(40, 40), at(40, 60), at(60, 60)];
  expect(kindsOf([{ ...tiles[0]!, otherRings: [hole] }, ...tiles.slice(1)])).toEqual([]);
});

test('finds gaps, overlaps and slivers with the areas around them, the largest first', () => {
  const [one, two, three, four] = tiles as [PolygonShape, PolygonShape, PolygonShape, PolygonShape];
  const smaller = { ...four, coords: four.coords.with(0, at(120, 120)) };
  expect(kindsOf([one, two, three, smaller])).toEqual([['gap', 2, 3, 4]]);
  expect(kindsOf([one, box(2, [0, 90, 100, 200]), three, four])).toEqual([['overlap', 1, 2]]);
  const bent = { ...two, coords: two.coords.toSpliced(4, 0, at(50, 101)) };
  expect(kindsOf([one, bent, three, four])).toEqual([['gap_sliver', 1, 2]]);
  const [problem] = checkBorders({ polygons: [one, box(2, [0, 90, 100, 200]), three, four], markers: [] });
  expect(problem?.size).toBeCloseTo(1000, -2);
});

test('finds households outside of every area', () => {
  const households = [pin(1, at(50, 50)), pin(2, at(300, 50)), pin(3, at(150, 150))];
  expect(
    checkBorders({ polygons: tiles, markers: households }).map(({ kind, household }) => [kind, household]),
  ).toEqual([['household', pin(2, at(0, 0)).title]]);
  expect(checkBorders({ polygons: [], markers: households })).toEqual([]);
});

test('lists the households in a gap at the edge of the city, whose outline is not known', () => {
  const [one, two, three, four] = tiles as [PolygonShape, PolygonShape, PolygonShape, PolygonShape];
  const smaller = { ...four, coords: four.coords.with(2, at(150, 150)) };
  expect(kindsOf([one, two, three, smaller], [pin(1, at(190, 190))])).toEqual([['household']]);
});

test('borders that were drawn apart by less than the distance tile after snapping', () => {
  const shift = fc.tuple(
    fc.double({ min: -0.9, max: 0.9, noNaN: true }),
    fc.double({ min: -0.9, max: 0.9, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(shift, { minLength: 16, maxLength: 16 }), (shifts) => {
      const drawn = tiles.map((tile, index) => ({
        ...tile,
        coords: tile.coords.map(([lat, lng], corner): LatLng => {
          const [north, east] = shifts[index * 4 + corner] ?? [0, 0];
          return latLng(lat + north * meter, lng + (east * meter) / Math.cos((41 * Math.PI) / 180));
        }),
      }));
      const after = snapAll(drawn, 3);
      expect(kindsOf(after ?? drawn)).toEqual([]);
    }),
  );
});

test('areas are snapped to those around them, which stay', () => {
  const [around, own] = [box(1, [0, 0, 100, 100]), box(2, [0, 101, 100, 200])];
  const [snapped] = snapAll([own], 3, [around]) ?? [];
  for (const corner of around.coords.slice(1, 3)) expect(snapped?.coords).toContainEqual(corner);
  const [other] = snapAll([around], 3, [own]) ?? [];
  expect(other?.coords).toContainEqual(own.coords[0]);
});

test('an edge gets a corner where it passes that of another area, and nothing else moves', () => {
  const long = box(1, [0, 0, 100, 200]);
  const upper = [box(2, [101, 0, 200, 100]), box(3, [101, 100, 200, 200])];
  const after = snapAll([long, ...upper], 2)!;
  expect(kindsOf(after)).toEqual([]);
  expect(after[0]?.coords).toHaveLength(5);
  expect(after[1]?.coords[3]).toEqual(upper[0]?.coords[3]);
  expect(snapAll(tiles, 2)).toBeNull();
  expect(snapAll([long, ...upper], 0.5)).toBeNull();
});
