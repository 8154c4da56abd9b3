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
  const usedUp = new Map<string, number>();

  function remember(key: string, until: number): void {
    const now = Date.now();
    if (usedUp.size >= maxRemembered) {
      for (const [one, ends] of usedUp) if (ends <= now) usedUp.delete(one);
    }
    if (usedUp.size < maxRemembered) usedUp.set(key, until);
  }

  function assertLeft(keys: readonly string[]): void {
    for (const key of keys) {
      const until = usedUp.get(key);
      if (until === undefined) continue;
      // Further calls are answered with a delay, so that a flood does not slow the server down for staff.
      if (until > Date.now()) refuseUntil(until, true);
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

/** Null if the call was counted; the end of the window, in milliseconds, if the quota is used up. */
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
  return Date.now() + Math.max(1, left[0]?.seconds ?? 1) * 1000;
}

function refuseUntil(until: number, delayed = false): never {
  throw refuse('too_many', { retryAfter: Math.max(1, Math.ceil((until - Date.now()) / 1000)), delayed });
}
