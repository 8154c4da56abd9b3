import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../api/index.ts';

/** How often a key may call within a window of some seconds; windows are aligned to the clock of the database. */
export interface Quota {
  readonly key: string;
  readonly limit: number;
  readonly seconds: number;
}

/** Counts calls across all nodes. */
export interface QuotaLimiter {
  /** Counts one call against each quota; throws the rejection, with the time until the next one is allowed. */
  count(database: Database | DatabaseTransaction, quotas: readonly Quota[]): Promise<void>;
  /** Throws the rejection if one of these quotas is known to be used up, without a database query. */
  assertLeft(keys: readonly string[]): void;
  /** Deletes the counts of past windows. */
  sweep(database: Database): Promise<void>;
}

/** Options of {@link createQuotaLimiter}. */
export interface QuotaLimiterOptions {
  /** The plugin's table with the counts: `key bytea, ends_at timestamptz, count integer`, primary key (key, ends_at). */
  readonly table: string;
  /**
   * Creates the error of a used-up quota, with the seconds until the next call is allowed. `delayed`: the caller was
   * rejected before, so the response may be sent late, which slows down a flood of calls.
   */
  readonly errorOf: (details: { readonly retryAfter: number; readonly delayed: boolean }) => Error;
}

const maxRemembered = 50_000;

/**
 * Creates the limiter of a server, counted in the database over all nodes. It remembers used-up quotas, so that a flood
 * from one caller does not reach the database.
 *
 * @example const limiter = createQuotaLimiter({ table: 'chat_quotas', errorOf: (details) => codedError('too_many', details) });
 */
export function createQuotaLimiter({ table, errorOf }: QuotaLimiterOptions): QuotaLimiter {
  /** When the window of a used-up key ends, as `performance.now()`: setting the system clock back must not extend it. */
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
      if (until > performance.now()) throw errorUntil(until, true);
      usedUp.delete(key);
    }
  }

  function errorUntil(until: number, delayed: boolean): Error {
    const seconds = Math.ceil((until - performance.now()) / 1000);
    return errorOf({ retryAfter: Math.max(1, seconds), delayed });
  }

  return {
    assertLeft,
    async count(database, quotas) {
      assertLeft(quotas.map(({ key }) => key));
      for (const quota of quotas) {
        const until = await countOne(database, table, quota);
        if (until === null) continue;
        remember(quota.key, until);
        throw errorUntil(until, false);
      }
    },
    async sweep(database) {
      await sql`delete from ${sql.table(table)} where ends_at < now()`.execute(database);
    },
  };
}

/** Counts a call; null if it is allowed, otherwise the end of the used-up window as `performance.now()`. */
async function countOne(
  database: Database | DatabaseTransaction,
  table: string,
  { key, limit, seconds }: Quota,
): Promise<number | null> {
  const hash = createHash('sha256').update(`${seconds} ${key}`).digest();
  const ends = sql`date_bin(make_interval(secs => ${seconds}), now(), 'epoch') + make_interval(secs => ${seconds})`;
  const { rows } = await sql<{ count: number }>`
    insert into ${sql.table(table)} as used (key, ends_at, count) values (${hash}, ${ends}, 1)
    on conflict (key, ends_at) do update set count = used.count + 1 where used.count < ${limit}
    returning count`.execute(database);
  if (rows.length > 0) return null;
  const { rows: left } = await sql<{ seconds: number }>`
    select extract(epoch from ${ends} - now())::float8 as seconds`.execute(database);
  return performance.now() + Math.max(1, left[0]?.seconds ?? 1) * 1000;
}
