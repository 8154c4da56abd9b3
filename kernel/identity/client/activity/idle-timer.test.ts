import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdleTimer, type IdleWarning } from './idle-timer.ts';
import { createSleepAwareClock } from './start-watch.ts';

const minute = 60_000;
const idleMs = 30 * minute;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A session on the server, and the timer of one tab. */
function openSession({ lifetimeMs = 12 * 60 * minute } = {}) {
  const now = () => performance.now();
  const server = { endsAt: now() + idleMs, lifetimeEndsAt: now() + lifetimeMs, isReachable: true };
  const reports: { readonly at: number; readonly isActive: boolean }[] = [];
  const state = { warning: null as IdleWarning | null, isOver: false };
  const start = now();
  const timer = new IdleTimer({
    now,
    async report(isActive) {
      reports.push({ at: (now() - start) / minute, isActive });
      if (!server.isReachable) throw new Error('nobody answers');
      if (now() >= server.endsAt) return null;
      if (isActive) server.endsAt = Math.min(now() + idleMs, server.lifetimeEndsAt);
      return {
        expiresIn: (server.endsAt - now()) / 1000,
        lifetimeLeft: (server.lifetimeEndsAt - now()) / 1000,
      };
    },
    onWarning: (warning) => void (state.warning = warning),
    onTimes: () => undefined,
    onEnd: () => void (state.isOver = true),
  });
  timer.check();
  const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minute);
  const reported = () => reports.filter(({ isActive }) => isActive).map(({ at }) => at);
  return { timer, server, state, reports, reported, pass };
}

test('reports activity at once, then once a minute, including the last one', async () => {
  const { timer, reported, pass } = openSession();
  await pass(0);
  for (let second = 0; second < 150; second++) {
    timer.onActivity();
    await pass(1 / 60);
  }
  await pass(10);
  expect(reported()).toEqual([0, 1, 2, 3]);
});

test('keeps the session while the user types for an hour', async () => {
  const { timer, state, pass } = openSession();
  for (let seconds = 0; seconds < 3600; seconds += 30) {
    timer.onActivity();
    await pass(0.5);
    expect(state).toEqual({ warning: null, isOver: false });
  }
});

test('warns a minute before the end, and then ends the session', async () => {
  const { state, pass } = openSession();
  await pass(28.9);
  expect(state).toEqual({ warning: null, isOver: false });
  await pass(0.2);
  expect(state).toMatchObject({ warning: { isFinal: false }, isOver: false });
  await pass(1);
  expect(state).toEqual({ warning: null, isOver: true });
});

test('a warning is dismissed by "continue", not by pointer movement', async () => {
  const { timer, state, reported, pass } = openSession();
  await pass(29.5);
  timer.onActivity();
  await pass(0.1);
  expect([state.warning !== null, reported()]).toEqual([true, []]);
  timer.stay();
  expect(state.warning).toBeNull();
  await pass(28);
  expect([state.warning, state.isOver, reported()]).toEqual([null, false, [29.6]]);
  await pass(2.1);
  expect(state.isOver).toBe(true);
});

test('does not warn or end before the server does', async () => {
  const { server, state, pass } = openSession();
  await pass(20);
  // The same session is used on another computer.
  server.endsAt += 15 * minute;
  await pass(13.9);
  expect(state).toEqual({ warning: null, isOver: false });
  await pass(10.2);
  expect(state.warning).not.toBeNull();
});

test('activity in another tab closes the warning', async () => {
  const { timer, state, pass } = openSession();
  await pass(29.5);
  expect(state.warning).not.toBeNull();
  timer.follow({ expiresIn: 1800, lifetimeLeft: 40_000 }, true);
  expect(state.warning).toBeNull();
});

test('does not report activity that another tab reported within the minute', async () => {
  const { timer, reported, pass } = openSession();
  await pass(5);
  timer.follow({ expiresIn: 1800, lifetimeLeft: 40_000 }, true);
  timer.onActivity();
  await pass(0.9);
  expect(reported()).toEqual([]);
  await pass(0.2);
  expect(reported()).toEqual([6]);
});

test('without a server an active session stays and an idle one ends in time', async () => {
  const { timer, server, state, pass } = openSession();
  timer.onActivity();
  await pass(1);
  server.isReachable = false;
  for (let passed = 0; passed < 60; passed++) {
    timer.onActivity();
    await pass(1);
  }
  expect(state).toEqual({ warning: null, isOver: false });
  await pass(28.5);
  expect(state).toMatchObject({ warning: { isFinal: false }, isOver: false });
  await pass(1);
  expect(state.isOver).toBe(true);
});

test('without a server the maximum lifetime still applies', async () => {
  const { timer, server, state, pass } = openSession({ lifetimeMs: 40 * minute });
  timer.onActivity();
  await pass(1);
  server.isReachable = false;
  for (let passed = 0; passed < 38; passed++) {
    timer.onActivity();
    await pass(1);
  }
  expect(state.isOver).toBe(false);
  timer.onActivity();
  await pass(1.1);
  expect(state.isOver).toBe(true);
});

test('a session that ended while the server was unreachable is over at the next response', async () => {
  const { timer, server, state, pass } = openSession();
  server.isReachable = false;
  await pass(1);
  server.isReachable = true;
  server.endsAt = performance.now() - 1;
  timer.check();
  await pass(0);
  expect(state.isOver).toBe(true);
});

test('announces the maximum lifetime, which activity does not extend', async () => {
  const { timer, state, pass } = openSession({ lifetimeMs: 40 * minute });
  for (let passed = 0; passed < 39.5; passed += 0.5) {
    timer.onActivity();
    await pass(0.5);
  }
  expect(state).toMatchObject({ warning: { isFinal: true }, isOver: false });
  timer.stay();
  timer.onActivity();
  await pass(0.3);
  expect(state).toEqual({ warning: null, isOver: false });
  await pass(0.3);
  expect(state.isOver).toBe(true);
});

test('a stopped timer reports nothing', async () => {
  const { timer, reports, state, pass } = openSession();
  await pass(1);
  timer.stop();
  timer.onActivity();
  await pass(60);
  expect([reports.length, state.isOver]).toEqual([1, false]);
});

test('after sleep the timer checks the session first, and does not report earlier activity', async () => {
  const { timer, server, state, reports, reported, pass } = openSession();
  await pass(0);
  timer.onActivity();
  await pass(0.5);
  timer.onActivity();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20 * minute);
  await vi.advanceTimersToNextTimerAsync();
  expect([reported(), reports.at(-1)?.isActive, state.isOver]).toEqual([[0], false, false]);
  expect(server.endsAt - performance.now()).toBeLessThan(10 * minute);
});

test('the clock includes sleep and ignores changes of the system time', () => {
  const clock = { steady: 500, wall: 1_000_000 };
  const now = createSleepAwareClock(
    () => clock.steady,
    () => clock.wall,
  );
  const pass = (steady: number, wall: number) => {
    clock.steady += steady;
    clock.wall += wall;
    return now();
  };
  expect(pass(1000, 1001)).toBe(1000);
  expect(pass(1000, 999)).toBe(2000);
  // The computer sleeps for twenty minutes, then its clock is set back by a year.
  expect(pass(10, 1_200_000)).toBe(1_202_000);
  expect(pass(1000, -31_536_000_000)).toBe(1_203_000);
});
