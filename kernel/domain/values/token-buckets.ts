/** How often a key may call. */
export interface RateLimit {
  /** Number of calls that are allowed at once. */
  readonly burst: number;
  /** Calls per second that are allowed in the long run. */
  readonly perSecond: number;
}

/** Takes tokens from a key's bucket, one by default: 0, or the seconds until there are enough. */
export type TokenBuckets<Key = number> = (key: Key, cost?: number) => number;

/** Number of keys above which those with a full bucket are dropped. */
const maxKeys = 5000;

/**
 * Creates a token bucket per key, for work that is skipped rather than rejected beyond its limit. `now`: a monotonic
 * clock in milliseconds, such as `performance.now`: if the wall clock were set back, every key would have to wait.
 */
export function createTokenBuckets<Key = number>(
  { burst, perSecond }: RateLimit,
  now: () => number,
): TokenBuckets<Key> {
  const buckets = new Map<Key, { tokens: number; at: number }>();

  function tokensOf(key: Key, moment: number): number {
    const bucket = buckets.get(key);
    return bucket ? Math.min(burst, bucket.tokens + ((moment - bucket.at) / 1000) * perSecond) : burst;
  }

  return (key, cost = 1) => {
    const moment = now();
    const tokens = tokensOf(key, moment);
    if (tokens < cost) return (cost - tokens) / perSecond;
    if (buckets.size >= maxKeys) {
      for (const other of buckets.keys()) if (tokensOf(other, moment) >= burst) buckets.delete(other);
    }
    buckets.set(key, { tokens: tokens - cost, at: moment });
    return 0;
  };
}
