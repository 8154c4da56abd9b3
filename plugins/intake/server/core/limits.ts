import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '#kernel/domain/text/dates.ts';
import type { Database, DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import { refuse } from './errors.ts';

/** How often a key may call within windows of some seconds. */
export interface Quota {
  readonly key: string;
  readonly limit: number;
  readonly seconds: number;
}

export const tenMinutes = 600;
export const day = dayMs / 1000;

/** Counts calls across all nodes. */
export interface Limiter {
  /** Counts one call against each quota; throws `too_many` with the time until the next one is allowed. */
  count(database: Database | DatabaseTransaction, quotas: readonly Quota[]): Promise<void>;
  /** Throws `too_many` if one of these quotas is known to be used up, without a database query. */
  assertLeft(keys: readonly string[]): void;
}

const maxRemembered = 50_000;

/**
 * Creates the limiter of a server. It remembers used-up quotas, so that a flood from one caller does not
 * reach the database.
 */
export function createLimiter(): Limiter {
  /** The end of the span of a key, on a clock that is never set: otherwise one that is set back would extend it. */
  const usedUp = new Map<string, number>();

  function remember(key: string, until: number): void {
    const now = performance.now();
    if (usedUp.size >= maxRemembered) {
      for (const [one, ends] of usedUp) if (ends <= now) usedUp.delete(one);
    }
    if (usedUp.size < maxRemembered) usedUp.set(key, until);
  }

  function assertLeft(keys: readonly string[]): void {
    for (const key of keys) {
      const until = usedUp.get(key);
      if (until === undefined) continue;
      // Who continues calling is answered late, so that a flood takes no time of the server from its staff.
      if (until > performance.now()) refuseUntil(until, true);
      usedUp.delete(key);
    }
  }

  return {
    assertLeft,
    async count(database, quotas) {
      assertLeft(quotas.map(({ key }) => key));
      for (const quota of quotas) {
        const until = await countOne(database, quota);
        if (until === null) continue;
        remember(quota.key, until);
        refuseUntil(until);
      }
    },
  };
}

/** Null when the call was counted; the end of the span, as `performance.now()`, when the quota is used up. */
async function countOne(
  database: Database | DatabaseTransaction,
  { key, limit, seconds }: Quota,
): Promise<number | null> {
  const hash = createHash('sha256').update(`${seconds} ${key}`).digest();
  const ends = sql`date_bin(make_interval(secs => ${seconds}), now(), 'epoch') + make_interval(secs => ${seconds})`;
  const { rows } = await sql<{ count: number }>`
    insert into intake_quotas as used (key, ends_at, count) values (${hash}, ${ends}, 1)
    on conflict (key, ends_at) do update set count = used.count + 1 where used.count < ${limit}
    returning count`.execute(database);
  if (rows.length > 0) return null;
  const { rows: left } = await sql<{ seconds: number }>`
    select extract(epoch from ${ends} - now())::float8 as seconds`.execute(database);
  return performance.now() + Math.max(1, left[0]?.seconds ?? 1) * 1000;
}

function refuseUntil(until: number, delayed = false): never {
  const seconds = Math.ceil((until - performance.now()) / 1000);
  throw refuse('too_many', { retryAfter: Math.max(1, seconds), delayed });
}
