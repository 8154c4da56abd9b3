import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plotFlow } from './flow-model.ts';
import { durationOf } from './duration-table.tsx';

const frame = { width: 700, height: 240, left: 40, right: 14, top: 10, bottom: 26 };
const points = fc.array(fc.record({ arrived: fc.nat(100_000), completed: fc.nat(100_000) }), {
  minLength: 1,
  maxLength: 120,
});

describe('a plotted flow', () => {
  it('stays in its frame, and finds each point at its position', () => {
    fc.assert(
      fc.property(points, (counts) => {
        const flow = counts.map((count, index) => ({ ...count, since: `day ${index}` }));
        const plot = plotFlow(flow, frame, 64);
        for (const [index, { arrived, completed }] of flow.entries()) {
          const x = plot.x(index);
          expect(x).toBeGreaterThanOrEqual(frame.left);
          expect(x).toBeLessThanOrEqual(frame.width - frame.right + 1e-9);
          expect(plot.nearest(x)).toBe(index);
          for (const count of [arrived, completed]) {
            expect(plot.y(count)).toBeGreaterThanOrEqual(frame.top - 1e-9);
            expect(plot.y(count)).toBeLessThanOrEqual(frame.height - frame.bottom + 1e-9);
          }
        }
        expect(plot.nearest(-1000)).toBe(0);
        expect(plot.nearest(5000)).toBe(flow.length - 1);
        expect(plot.ticks.every(Number.isInteger)).toBe(true);
        // Labels never overlap.
        for (const [at, index] of plot.labels.entries()) {
          const following = plot.labels[at + 1];
          if (following !== undefined) expect(plot.x(following) - plot.x(index)).toBeGreaterThan(60);
        }
      }),
    );
  });
});

describe('a duration', () => {
  it.each([
    [0, 'minute', 0],
    [59 * 60, 'minute', 59],
    [119 * 60, 'minute', 119],
    [2 * 3600, 'hour', 2],
    [9.44 * 3600, 'hour', 9.4],
    [47 * 3600, 'hour', 47],
    [48 * 3600, 'day', 2],
    [30 * 24 * 3600, 'day', 30],
  ] as const)('of %d seconds is in %s: %d', (seconds, unit, count) => {
    expect(durationOf(seconds)).toEqual({ unit, count });
  });
});
