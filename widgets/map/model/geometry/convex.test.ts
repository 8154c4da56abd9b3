import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isConvex } from './convex.ts';

type Corner = readonly [x: number, y: number];

const corner = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 }));
const orientation = (a: Corner, b: Corner, c: Corner) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Reference implementation: seen from each edge, all other corners lie on the same side. */
function slowlyConvex(ring: readonly Corner[]): boolean {
  const at = (index: number) => ring[index % ring.length] as Corner;
  const sides = ring.flatMap((_, edge) =>
    ring.flatMap((other, index) => {
      const isEnd = index === edge || index === (edge + 1) % ring.length;
      return isEnd ? [] : [Math.sign(orientation(at(edge), at(edge + 1), other))];
    }),
  );
  return sides.length > 0 && sides[0] !== 0 && sides.every((side) => side === sides[0]);
}

/** Integer points on a circle, in order: every selection of them is convex. */
const circle: readonly Corner[] = Array.from({ length: 40 }, (_, index) => {
  const angle = (index / 40) * 2 * Math.PI;
  return [Math.round(1e6 * Math.cos(angle)), Math.round(1e6 * Math.sin(angle))];
});

test('a ring is convex when all vertices lie on one side of each edge', () => {
  fc.assert(
    fc.property(fc.array(corner, { minLength: 3, maxLength: 8 }), (ring) => {
      expect(isConvex(ring.flat(), ring.length)).toBe(slowlyConvex(ring));
    }),
    { numRuns: 3000 },
  );
  fc.assert(
    fc.property(fc.subarray(circle as Corner[], { minLength: 3 }), fc.boolean(), (chosen, turned) => {
      const ring = turned ? chosen.toReversed() : chosen;
      expect(isConvex(ring.flat(), ring.length)).toBe(true);
      expect(isConvex([...ring, ...ring].flat(), ring.length * 2)).toBe(false);
    }),
  );
});

test('does not report a ring as convex when it is too close to straight to decide', () => {
  expect(isConvex([0, 0, 1, 0, 2, 0, 1, 1], 4)).toBe(false);
  expect(isConvex([0.1, 0.1, 0.2, 0.2, 0.3, 0.3 - 1e-15, 0, 1], 4)).toBe(false);
  expect(isConvex([0, 0, 1, 0], 2)).toBe(false);
});
