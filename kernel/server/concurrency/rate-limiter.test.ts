import { expect, test, vi } from 'vitest';
import { createRateLimiter, createTokenBuckets } from './rate-limiter.ts';

test('never delays a typist, gives a flooding caller a retry delay, and leaves others alone', () => {
  let moment = 0;
  const pace = createRateLimiter({ burst: 5, perSecond: 2 }, () => moment);
  for (let letter = 0; letter < 100; letter++, moment += 600) pace(1);
  for (let turn = 0; turn < 5; turn++) pace(2);
  expect(() => pace(2)).toThrow(expect.objectContaining({ code: 'too_many_attempts', retryAfter: 1 }));
  expect(() => pace(3)).not.toThrow();
  moment += 500;
  expect(() => pace(2)).not.toThrow();
  expect(() => pace(2)).toThrow();
});

test('a token bucket returns the delay of its key, without an error', () => {
  let moment = 0;
  const takeToken = createTokenBuckets<string>({ burst: 2, perSecond: 4 }, () => moment);
  expect([takeToken('a'), takeToken('a'), takeToken('a'), takeToken('b')]).toEqual([0, 0, 0.25, 0]);
  moment += 100;
  expect(takeToken('a')).toBeCloseTo(0.15);
  moment += 150;
  expect([takeToken('a'), takeToken('a')]).toEqual([0, 0.25]);
});

test('a clock that is set back delays nobody', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const takeToken = createTokenBuckets({ burst: 2, perSecond: 1 });
    expect(takeToken(1)).toBe(0);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(takeToken(1)).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
