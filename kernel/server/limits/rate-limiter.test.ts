import { expect, test, vi } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

test('never delays a typist, gives a flooding caller a retry delay, and leaves others alone', () => {
  let moment = 0;
  const pace = createRateLimiter({ burst: 5, perSecond: 2 }, () => moment);
  for (let letter = 0; letter < 100; letter++, moment += 600) pace(1);
  for (let round = 0; round < 5; round++) pace(2);
  expect(() => pace(2)).toThrow(expect.objectContaining({ code: 'too_many_attempts', retryAfter: 1 }));
  expect(() => pace(3)).not.toThrow();
  moment += 500;
  expect(() => pace(2)).not.toThrow();
  expect(() => pace(2)).toThrow();
});

test('a clock that is set back delays nobody', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const limit = createRateLimiter({ burst: 2, perSecond: 1 });
    limit(1);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(() => limit(1)).not.toThrow();
  } finally {
    vi.useRealTimers();
  }
});
