import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs the first call at once, and those during the pause once at its end', () => {
  const work = vi.fn();
  const throttled = throttle(work, 1000);
  throttled();
  expect(work).toHaveBeenCalledTimes(1);
  for (let call = 0; call < 50; call += 1) throttled();
  vi.advanceTimersByTime(999);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
});

test('runs a steady stream of calls once per pause, and never loses the last one', () => {
  const work = vi.fn();
  const throttled = throttle(work, 1000);
  for (let at = 0; at < 5000; at += 100) {
    throttled();
    vi.advanceTimersByTime(100);
  }
  expect(work).toHaveBeenCalledTimes(6);
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(6);
  throttled();
  expect(work).toHaveBeenCalledTimes(7);
});
