import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latLng, type PolygonShape } from '../../model/index.ts';
import { updateBlocks, maxBlockVertices } from './blocks.ts';

let made = 0;
function polygon(corners: number): PolygonShape {
  made += 1;
  const coords = Array.from({ length: corners }, (_, index) => latLng(41, 60 + index / 1e6));
  return { id: made, title: '', color: '#102030', coords };
}

const sizes = fc.array(fc.constantFrom(3, 4000, 9000, 15_000, 50_000), { maxLength: 12 });

test('blocks contain all polygons in their order, each key once, and few each', () => {
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), sizes, (first, from, count, more) => {
      const before = first.map(polygon);
      const blocks = updateBlocks(before, []);
      const after = before.toSpliced(from % (before.length + 1), count % 4, ...more.map(polygon));
      for (const [shapes, now] of [
        [before, blocks],
        [after, updateBlocks(after, blocks)],
      ] as const) {
        expect(now.flatMap(({ polygons }) => polygons)).toEqual(shapes);
        expect(new Set(now.map(({ key }) => key)).size).toBe(now.length);
        for (const { polygons } of now) {
          const corners = polygons.reduce((sum, { coords }) => sum + coords.length, 0);
          expect(polygons.length === 1 || corners <= maxBlockVertices).toBe(true);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('changing one polygon keeps the blocks of the others', () => {
  const shapes = Array.from({ length: 500 }, () => polygon(200));
  const before = updateBlocks(shapes, []);
  expect(before).toHaveLength(5);
  const edited = updateBlocks(shapes.with(250, polygon(201)), before);
  expect(edited.map((block, index) => block === before[index])).toEqual([true, true, false, true, true]);
  expect(edited.slice(0, 5).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  const deleted = updateBlocks(shapes.toSpliced(0, 1), before);
  expect(deleted.slice(1)).toEqual(before.slice(1));
  expect(deleted[1]).toBe(before[1]);
  expect(updateBlocks([...shapes, polygon(300)], before).slice(0, 5)).toEqual(before);
  expect(updateBlocks(shapes, before)).toEqual(before);
  expect(updateBlocks([], before)).toEqual([]);
});

test('polygons that are drawn one by one share a block', () => {
  let shapes: readonly PolygonShape[] = [];
  let blocks = updateBlocks(shapes, []);
  for (let count = 0; count < 100; count += 1) {
    shapes = [...shapes, polygon(6)];
    blocks = updateBlocks(shapes, blocks);
  }
  expect(blocks).toEqual([{ key: 0, polygons: shapes }]);
});
