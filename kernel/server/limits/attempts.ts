import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { fail } from '#kernel/contract/index.ts';
import type { Database } from '../api/index.ts';
import { pauseAfter } from '../concurrency/retry.ts';
import { asKernel } from '../database/pool/data-wall.ts';

/** Maximum failed attempts within fifteen minutes, per login and per network. */
export const attemptLimits = { login: 10, address: 50 } as const;

const attemptWindow = sql`interval '15 minutes'`;

/** A reserved attempt, released on success. */
export interface Attempt {
  readonly key: Buffer;
  readonly moment: string;
}

/**
 * Reserves an attempt of a key before anything is checked, so that concurrent attempts cannot exceed `limit`. Throws
 * `too_many_attempts` with the time until the oldest one expires.
 */
export async function reserveAttempt(database: Database, name: string, limit: number): Promise<Attempt> {
  const key = createHash('sha256').update(name).digest();
  const recent = sql`array(select moment from unnest(login_attempts.moments) as moment
    where moment > clock_timestamp() - ${attemptWindow})`;
  // Locks the row from count to insertion, so that concurrent attempts are counted one by one.
  const { rows } = await sql<{ moment: string }>`
    insert into login_attempts (key, moments) values (${key}, array[clock_timestamp()])
    on conflict (key) do update set moments = ${recent} || clock_timestamp(), last_at = clock_timestamp()
      where cardinality(${recent}) < ${limit}
    returning moments[cardinality(moments)]::text as moment`.execute(asKernel(database));
  const [row] = rows;
  if (row) return { key, moment: row.moment };
  throw fail('too_many_attempts', { retryAfter: await secondsLeft(database, key, limit) });
}

/** The delays of a network after each failure beyond its limit. */
const excessPolicy = { delayMs: 2000, maxDelayMs: 60_000 };

/**
 * Reserves an attempt of a network. Up to the limit without delay; beyond it, one attempt per growing delay, so that
 * one machine cannot lock out a whole office. Returns the seconds to wait if none is available.
 */
export async function reserveNetworkAttempt(
  database: Database,
  network: string,
): Promise<Attempt | { readonly retryAfter: number }> {
  const name = `network ${network}`;
  const key = createHash('sha256').update(name).digest();
  return database.transaction().execute(async (transaction) => {
    await sql`insert into login_attempts (key, moments) values (${key}, '{}') on conflict do nothing`.execute(
      asKernel(transaction),
    );
    // Locks the row from count to insertion.
    const { rows } = await sql<{ recent: number; seconds: number }>`
      select cardinality(recent) as recent,
        coalesce(extract(epoch from clock_timestamp() - recent[cardinality(recent)]), 0)::float8 as seconds
      from (select array(select moment from unnest(moments) as moment
          where moment > clock_timestamp() - ${attemptWindow} order by moment) as recent
        from login_attempts where key = ${key} for update) as row`.execute(asKernel(transaction));
    const { recent = 0, seconds = 0 } = rows[0] ?? {};
    const excess = recent - attemptLimits.address;
    const delay = excess < 0 ? 0 : pauseAfter(excess + 1, excessPolicy) / 1000;
    if (seconds < delay) return { retryAfter: Math.max(1, Math.ceil(delay - seconds)) };
    const { rows: added } = await sql<{ moment: string }>`
      update login_attempts set last_at = clock_timestamp(), moments =
        array(select moment from unnest(moments) as moment where moment > clock_timestamp() - ${attemptWindow} order by moment)
        || clock_timestamp()
      where key = ${key} returning moments[cardinality(moments)]::text as moment`.execute(
      asKernel(transaction),
    );
    return { key, moment: added[0]?.moment ?? '' };
  });
}

/** Releases attempts that succeeded. */
export async function releaseAttempts(database: Database, attempts: readonly Attempt[]): Promise<void> {
  for (const { key, moment } of attempts) {
    await sql`update login_attempts set moments = array_remove(moments, ${moment}::timestamptz) where key = ${key}`.execute(
      asKernel(database),
    );
  }
}

/** Deletes expired attempts. */
export async function sweepAttempts(database: Database): Promise<void> {
  await sql`delete from login_attempts where last_at < now() - ${attemptWindow}`.execute(asKernel(database));
}

async function secondsLeft(database: Database, key: Buffer, limit: number): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from moments[greatest(1, cardinality(moments) - ${limit - 1}::int)] + ${attemptWindow} - clock_timestamp()))::int
      as seconds from login_attempts where key = ${key}`.execute(asKernel(database));
  return Math.max(1, rows[0]?.seconds ?? 1);
}
