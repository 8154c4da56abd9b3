import { expect, test } from 'vitest';
import { divide } from '../geometry/planar/division.ts';
import { isSolid, subtract } from '../geometry/planar/operations.ts';
import { areaOfOutline } from '../geometry/parts.ts';
import { ringsOf } from '../shapes/rings.ts';
import { latLng, type LatLng, type Outline, type PolygonShape } from '../shapes/shape.ts';
import { outlineFault } from '../state/validity.ts';
import { followBorder } from './follow.ts';

const at = (north: number, east: number): LatLng => latLng(41 + north / 1000, 60 + east / 1000);

function area(id: string, ...corners: readonly (readonly [number, number])[]): PolygonShape {
  return { id, title: id, color: '#1d5fd1', coords: corners.map(([y, x]) => at(y, x)) };
}

/** An area in the middle with a corner on its eastern border, where the border between two others ends; and one in the west. */
const middle = area('middle', [0, 0], [0, 10], [5, 10], [10, 10], [10, 0]);
const south = area('south', [0, 10], [0, 20], [5, 20], [5, 10]);
const north = area('north', [5, 10], [5, 20], [10, 20], [10, 10]);
const west = area('west', [0, -10], [0, 0], [10, 0], [10, -10]);
const around = [south, north, west];

const cornersOf = (outline: Outline) =>
  ringsOf(outline).map((ring) =>
    ring.map(([lat, lng]) => [Math.round((lat - 41) * 1e6) / 1000, Math.round((lng - 60) * 1e6) / 1000]),
  );
const sorted = (outline: Outline) => cornersOf(outline).map((ring) => ring.map(String).toSorted());
const ring = (...corners: readonly (readonly [number, number])[]) => [corners.map(String).toSorted()];

/** The problems of areas that should tile the plane. */
function flaws(polygons: readonly Outline[]): readonly string[] {
  return divide(polygons).sizes.flatMap((face, number) =>
    number === 0 || face.layers.length === 1 || !isSolid(face)
      ? []
      : [`${face.layers.join(' and ')}: ${face.area}`],
  );
}

test('a border that moves into a neighbour takes its area, and changes that neighbour only', () => {
  const won = area('middle', [0, -3], [0, 10], [5, 10], [10, 10], [10, -3]);
  const { own, neighbors, covered } = followBorder(middle, won, around);
  expect(sorted(own)).toEqual(sorted(won));
  expect(neighbors.slice(0, 2)).toEqual([south, north]);
  expect(neighbors[0]).toBe(south);
  expect(sorted(neighbors[2] ?? west)).toEqual(ring([0, -10], [0, -3], [10, -3], [10, -10]));
  expect(covered).toEqual([]);
});

test('removed land goes to the neighbour along whose border it lies', () => {
  const { neighbors } = followBorder(
    middle,
    area('middle', [0, 2], [0, 10], [5, 10], [10, 10], [10, 2]),
    around,
  );
  expect(sorted(neighbors[2] ?? west)).toEqual(ring([0, -10], [0, 2], [10, 2], [10, -10]));
});

test('a corner in which three areas meet moves in all of them', () => {
  const { own, neighbors } = followBorder(
    middle,
    area('middle', [0, 0], [0, 10], [5, 7], [10, 10], [10, 0]),
    around,
  );
  expect(sorted(own)).toEqual(ring([0, 0], [0, 10], [5, 7], [10, 10], [10, 0]));
  expect(sorted(neighbors[0] ?? south)).toEqual(ring([0, 10], [0, 20], [5, 20], [5, 7]));
  expect(flaws([own, ...neighbors])).toEqual([]);
});

test('a border that loses its corner is divided where it was', () => {
  const { own, neighbors } = followBorder(middle, area('middle', [0, 0], [0, 8], [10, 8], [10, 0]), around);
  expect(flaws([own, ...neighbors])).toEqual([]);
  expect(cornersOf(own)[0]).toContainEqual([5, 8]);
  expect(cornersOf(neighbors[0] ?? south)[0]).toContainEqual([5, 8]);
  expect(cornersOf(neighbors[1] ?? north)[0]).toContainEqual([5, 8]);
});

test('at the edge of the city removed land is assigned to nobody', () => {
  const { own, neighbors } = followBorder(
    middle,
    area('middle', [0, 0], [0, 10], [5, 10], [10, 10], [8, 5], [10, 0]),
    around,
  );
  expect(neighbors).toEqual(around);
  for (const [index, polygon] of around.entries()) expect(neighbors[index]).toBe(polygon);
  expect(areaOfOutline(own)).toBeLessThan(areaOfOutline(middle));
});

test('a neighbour that would be covered completely stays, and is named', () => {
  const { neighbors, covered } = followBorder(
    middle,
    area('middle', [-1, 0], [-1, 10], [-1, 21], [5, 21], [5, 10], [10, 10], [10, 0]),
    around,
  );
  expect(covered.map(({ id }) => id)).toEqual(['south']);
  expect(neighbors[0]).toBe(south);
});

test('a neighbour that is cut in two has two parts', () => {
  const { own, neighbors } = followBorder(
    middle,
    area('middle', [0, 0], [0, 10], [5, 10], [10, 10], [10, 0], [6, 0], [6, -11], [4, -11], [4, 0]),
    around,
  );
  expect(ringsOf(neighbors[2] ?? west)).toHaveLength(2);
  expect(flaws([own, ...neighbors])).toEqual([]);
});

test('existing overlaps and gaps stay unchanged', () => {
  const over = area('over', [0, -10], [0, 1], [10, 1], [10, -10]);
  const far = area('far', [10.5, 0], [10.5, 10], [15, 10], [15, 0]);
  const wider = area('middle', [-2, 0], [-2, 10], [5, 10], [10, 10], [10, 0]);
  const { neighbors } = followBorder(middle, wider, [over, far]);
  expect(neighbors).toEqual([over, far]);
});

test('random moves of corners leave no gap and no overlap', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let time = 0; time < 300; time += 1) {
    const moved = middle.coords.map(([lat, lng]): LatLng => {
      // The corners at the edge of the city stay on it.
      const isInner = lat > 41.004 && lat < 41.006;
      return latLng(isInner ? lat + (random() - 0.5) * 0.006 : lat, lng + (random() - 0.5) * 0.006);
    });
    const after = { ...middle, coords: moved };
    if (outlineFault(after) !== null) continue;
    const { own, neighbors } = followBorder(middle, after, around);
    expect(flaws([own, ...neighbors]), JSON.stringify(moved)).toEqual([]);
    for (const polygon of neighbors) expect(outlineFault(polygon)).toBeNull();
    const city = [own, ...neighbors].reduce((sum, polygon) => sum + areaOfOutline(polygon), 0);
    const whole = [middle, ...around].reduce((sum, polygon) => sum + areaOfOutline(polygon), 0);
    expect(
      city / whole,
      JSON.stringify([cornersOf(after), own && cornersOf(own), neighbors.map(cornersOf)]),
    ).toBeCloseTo(1, 7);
    expect(subtract(own, after)).toBeNull();
  }
});

test('a new area takes its land from those under it, splits none, and covers others', () => {
  const drawn = area('new', [2, 5], [2, 15], [8, 15], [8, 5]);
  const all = [middle, ...around];
  const followed = followBorder({ coords: [] }, drawn, all);
  expect(followed.covered).toEqual([]);
  expect(followed.neighbors[3]).toBe(west);
  expect(flaws([followed.own, ...followed.neighbors])).toEqual([]);
  const areas = [middle, south, north].map((one) => areaOfOutline(one));
  const left = followed.neighbors.slice(0, 3).map((one) => areaOfOutline(one));
  for (const [index, size] of left.entries()) expect(size).toBeLessThan(areas[index] ?? 0);
  const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);
  expect(total(left) + areaOfOutline(followed.own)).toBeCloseTo(total(areas), -1);

  const inside = followBorder({ coords: [] }, area('new', [2, 2], [2, 4], [4, 4], [4, 2]), all);
  expect(ringsOf(inside.neighbors[0] ?? middle)).toHaveLength(2);
  const over = followBorder({ coords: [] }, area('new', [-1, -11], [-1, 1], [11, 1], [11, -11]), all);
  expect(over.covered).toEqual([west]);
  const apart = followBorder({ coords: [] }, area('new', [50, 50], [50, 60], [60, 60]), all);
  expect(apart.neighbors).toEqual(all);
});
