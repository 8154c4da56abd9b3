import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInRing } from './point-in-ring.ts';
import { createPointInRings } from './point-in-rings.ts';

const coordinate = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.double({ min: -4, max: 4, noNaN: true }));
const ring = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 120 })
  .map((positions) => Float64Array.from(positions.flat()));

test('agrees with a walk around every ring, also on corners and edges', () => {
  fc.assert(
    fc.property(
      fc.array(ring, { maxLength: 4 }),
      fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 40 }),
      (rings, positions) => {
        const isInside = createPointInRings(rings);
        const corners = rings.flatMap((one) => [[one[0] ?? 0, one[1] ?? 0] as const]);
        for (const [x, y] of [...positions, ...corners]) {
          const count = rings.filter((one) => isInRing(one, x, y)).length;
          expect(isInside(x, y)).toBe(count % 2 === 1);
        }
      },
    ),
  );
});

test('no point is inside of an absent ring, an empty ring, or a line', () => {
  expect(createPointInRings([])(0, 0)).toBe(false);
  expect(createPointInRings([[]])(0, 0)).toBe(false);
  expect(createPointInRings([[0, 1, 5, 1]])(2, 1)).toBe(false);
});
