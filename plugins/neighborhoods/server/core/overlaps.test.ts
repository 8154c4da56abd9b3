import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import { overlapArea } from './overlaps.ts';

const center: Coordinates = [41.55, 60.62];

/** A star around a point, with corners on a grid so that edges and corners of two stars coincide. */
const star = fc
  .tuple(
    fc.integer({ min: -3, max: 3 }),
    fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 3, maxLength: 12 }),
  )
  .map(([east, rays]) =>
    rays.map((ray, index): Coordinates => {
      const angle = (index / rays.length) * 2 * Math.PI;
      const [north, aside] = [Math.round(ray * Math.sin(angle)), Math.round(ray * Math.cos(angle))];
      return [center[0] + north / 1000, center[1] + (east + aside) / 1000];
    }),
  );

const border = star.map((coords) => ({ coords }));

test('an overlap is symmetric, and not larger than either polygon', () => {
  fc.assert(
    fc.property(border, border, (one, other) => {
      const common = overlapArea(one, other);
      expect(Math.abs(common - overlapArea(other, one))).toBeLessThanOrEqual(1);
      expect(common).toBeLessThanOrEqual(Math.min(overlapArea(one, one), overlapArea(other, other)) + 1);
    }),
    { numRuns: 300 },
  );
});

test('an invalid polygon overlaps nothing', () => {
  const square: Coordinates[] = [
    [41.5, 60.6],
    [41.5, 60.7],
    [41.6, 60.7],
    [41.6, 60.6],
  ];
  for (const broken of [[], square.slice(0, 1), square.slice(0, 2)]) {
    expect(overlapArea({ coords: square }, { coords: broken })).toBe(0);
  }
});
