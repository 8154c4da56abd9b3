import { fail } from '#kernel/contract/index.ts';

export interface RateLimit {
  /** Number of calls that are allowed at once. */
  readonly burst: number;
  /** Calls per second that are allowed in the long run. */
  readonly perSecond: number;
}

/** Throws `too_many_attempts` when a key calls more often than its limit allows. */
export type RateLimiter<Key = number> = (key: Key) => void;

/** Takes a token from a key's bucket: 0, or the seconds until there is one. */
export type TokenBuckets<Key = number> = (key: Key) => number;

/** Number of keys above which those with a full bucket are dropped. */
const maxKeys = 5000;

/**
 * Creates a limiter that throws, in the memory of this node: it protects the node's own work. Limits that protect
 * secrets are counted in the database, across all nodes (`kernel/identity/server/session/attempts.ts`).
 */
export function createRateLimiter<Key = number>(limit: RateLimit, now?: () => number): RateLimiter<Key> {
  const takeToken = createTokenBuckets<Key>(limit, now);
  return (key) => {
    const wait = takeToken(key);
    if (wait > 0) throw fail('too_many_attempts', { retryAfter: Math.ceil(wait) });
  };
}

/** Creates a token bucket per key, for work that is skipped rather than rejected beyond its limit. */
export function createTokenBuckets<Key = number>(
  { burst, perSecond }: RateLimit,
  // A monotonic clock: if the wall clock is set back, every key would have to wait until it catches up.
  now: () => number = () => performance.now(),
): TokenBuckets<Key> {
  const buckets = new Map<Key, { tokens: number; at: number }>();

  function tokensOf(key: Key, moment: number): number {
    const bucket = buckets.get(key);
    return bucket ? Math.min(burst, bucket.tokens + ((moment - bucket.at) / 1000) * perSecond) : burst;
  }

  return (key) => {
    const moment = now();
    const tokens = tokensOf(key, moment);
    if (tokens < 1) return (1 - tokens) / perSecond;
    if (buckets.size >= maxKeys) {
      for (const other of buckets.keys()) if (tokensOf(other, moment) >= burst) buckets.delete(other);
    }
    buckets.set(key, { tokens: tokens - 1, at: moment });
    return 0;
  };
}
