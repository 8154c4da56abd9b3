import { fail } from '#kernel/contract/index.ts';
import { createTokenBuckets, type RateLimit } from '#kernel/domain/values/token-buckets.ts';

/** Throws `too_many_attempts` when a key calls more often than its limit allows. */
export type RateLimiter<Key = number> = (key: Key) => void;

/**
 * Creates a limiter that throws, in the memory of this node: it protects the node's own work. What holds over all nodes
 * is counted in the database: quotas (`quotas.ts`) and attempts (`attempts.ts`).
 */
export function createRateLimiter<Key = number>(
  limit: RateLimit,
  now: () => number = () => performance.now(),
): RateLimiter<Key> {
  const takeToken = createTokenBuckets<Key>(limit, now);
  return (key) => {
    const wait = takeToken(key);
    if (wait > 0) throw fail('too_many_attempts', { retryAfter: Math.ceil(wait) });
  };
}
