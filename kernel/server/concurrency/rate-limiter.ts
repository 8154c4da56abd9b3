import { fail } from '#kernel/contract/index.ts';

/** How often somebody may ask: so many at once, and so many a second in the long run. */
export interface RateLimiterOptions {
  readonly burst: number;
  readonly perSecond: number;
}

/** Throws `too_many_attempts` when whoever stands behind the key asks more often than people type. */
export type RateLimiter = (key: number) => void;

/** Keys beyond which the rested ones are forgotten. */
const mostKept = 5000;

/** Makes a pace; each node keeps its own, since it guards the node's work and no secret. */
export function createRateLimiter(
  { burst, perSecond }: RateLimiterOptions,
  now: () => number = Date.now,
): RateLimiter {
  const kept = new Map<number, { left: number; at: number }>();

  function leftOf(key: number, moment: number): number {
    const former = kept.get(key);
    return former ? Math.min(burst, former.left + ((moment - former.at) / 1000) * perSecond) : burst;
  }

  function forgetRested(moment: number): void {
    for (const key of kept.keys()) if (leftOf(key, moment) >= burst) kept.delete(key);
  }

  return (key) => {
    const moment = now();
    const left = leftOf(key, moment);
    if (left < 1) throw fail('too_many_attempts', { retryAfter: Math.ceil((1 - left) / perSecond) });
    if (kept.size >= mostKept) forgetRested(moment);
    kept.set(key, { left: left - 1, at: moment });
  };
}
