import { describe, expect, it } from 'vitest';
import type { Status } from '../../contract.ts';
import { deadlineOf, isLate, isOpen, type Timed } from './deadline.ts';

const start = Date.parse('2026-11-01T00:00:00.000Z');
const day = 24 * 60 * 60 * 1000;

function timed(status: Status = 'created', days: number | null = 10): Timed {
  return {
    status: { status, createdAt: '2026-11-03T09:00:00.000Z', note: null },
    createdAt: new Date(start).toISOString(),
    cancel_time: days === null ? null : new Date(start + days * day).toISOString(),
  };
}

describe('the deadline', () => {
  it('counts down and gives the share that has passed', () => {
    const deadline = deadlineOf(timed(), start + 3.3 * day);
    expect(deadline).toEqual({
      state: 'running',
      left: { days: 6, hours: 16, minutes: 48, seconds: 0 },
      percent: expect.closeTo(33, 5) as number,
    });
  });

  it('ends at its exact time, and not a second before', () => {
    expect(deadlineOf(timed(), start + 10 * day - 1000).state).toBe('running');
    expect(deadlineOf(timed(), start + 10 * day).state).toBe('over');
    expect(isLate(timed('accepted'), start + 11 * day)).toBe(true);
  });

  it('does not run for closed applications', () => {
    for (const status of ['completed', 'rejected', 'canceled'] as const) {
      expect(deadlineOf(timed(status), start + 20 * day)).toEqual({
        state: 'closed',
        at: '2026-11-03T09:00:00.000Z',
      });
      expect(isOpen(timed(status))).toBe(false);
    }
  });

  it('may be absent', () => {
    expect(deadlineOf(timed('created', null), start)).toEqual({ state: 'none' });
  });

  it('stays between 0 and 100 with any clocks', () => {
    expect(deadlineOf(timed(), start - day)).toMatchObject({ percent: 0 });
    const odd = { ...timed(), createdAt: '2027-01-01T00:00:00.000Z' };
    expect(deadlineOf(odd, start)).toMatchObject({ state: 'running', percent: 100 });
  });
});
