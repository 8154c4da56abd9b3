import { sql } from 'kysely';
import {
  type DatabaseTransaction,
  execute,
  type Fragment,
  scheduleCompaction,
  type ServerContext,
} from '#kernel/plugin-api/server.ts';
import { hourMs } from '#kernel/domain/text/dates.ts';
import { isOpen } from '../counts.ts';
import { keySql, noDeadline, plainKey } from './bit-keys.ts';

/** The number of ids covered by one row of bits. */
export const blockSize = sql`16384`;

/**
 * The maximum number of changes per statement: they take less than a second; the statement timeout is
 * fifteen.
 */
const defaultMaxChanges = 5000;

/** The time, in milliseconds, for which passed deadlines are left to readers to find. */
const defaultLateMs = 5 * 60 * 1000;

/** One transaction at a time, since each row is written as a whole. */
const lockKey = sql`4607012`;

const zeros = sql`B'0'::bit(16384)`;

const late = sql.lit(plainKey('late'));

/** The keys of an application's bits. */
function keysOf(timeZone: string) {
  const deadline = (format: string) =>
    sql`coalesce(to_char(cancel_time at time zone ${timeZone}::text, ${sql.lit(format)}), ${sql.lit(noDeadline)})`;
  const valued = [
    keySql('neighborhood', sql`neighborhood_id`),
    keySql('status', sql`status`),
    keySql('receiver', sql`coalesce(receiver_id, 0)`),
    keySql('employment', sql`employment_status`),
    keySql('source', sql`source`),
    keySql('category', sql`coalesce(household_category_id, 0)`),
    keySql('day', sql`to_char(day, 'YYYY-MM-DD')`),
    keySql('deadlineMonth', deadline('YYYY-MM')),
    keySql('deadlineDay', deadline('YYYY-MM-DD')),
  ];
  return sql`array[${sql.lit(plainKey('all'))}, ${sql.join(valued)},
    case when ${isOpen} and cancel_time < (select late_until from application_bit_state) then ${late} end]`;
}

/** Sets and clears the bits of rows (key, day, id, delta) whose deltas sum to one or to minus one. */
const writeBits = (changes: Fragment) => sql`
  insert into application_bits as whole (key, month, block, bits)
  select change.key, change.month, change.block,
    (coalesce(stored.bits, ${zeros}) | change.added) & ~change.removed
  from (
    select key, month, block,
      application_bits_of(position, 1) filter (where delta > 0) as added,
      application_bits_of(position, 1) filter (where delta < 0) as removed
    from (
      select key, date_trunc('month', day::timestamp)::date as month, (id / ${blockSize})::int as block,
        (id % ${blockSize})::int as position, sum(delta) as delta
      from (${changes}) as change group by key, month, block, position having sum(delta) <> 0
    ) as net group by key, month, block
  ) as change
  left join application_bits as stored
    on stored.key = change.key and stored.month = change.month and stored.block = change.block
  on conflict (key, month, block) do update set bits = excluded.bits`;

/**
 * Moves appended changes into the bits, and returns their number. Oldest first: the changes of one
 * application build on each other, so a later one alone would not match its bits.
 */
export async function compactBits(
  database: DatabaseTransaction,
  timeZone: string,
  { maxChanges = defaultMaxChanges, lateMs = defaultLateMs } = {},
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(database);
  await recordTimeZone(database, timeZone);
  const [row] = await execute(
    database,
    sql<{ compacted: number }>`
      with removed as materialized (
        delete from application_bit_changes
        where seq = any(array(select seq from application_bit_changes order by seq limit ${maxChanges})) returning *
      ), written as (
        ${writeBits(sql`
          select keyed.key, day, id, delta from removed cross join lateral unnest(${keysOf(timeZone)}) as keyed (key)
          where keyed.key is not null`)}
      )
      select count(*)::int as compacted from removed`,
  );
  const compacted = row?.compacted ?? 0;
  const hasMoved = await moveLate(database, lateMs);
  if (compacted > 0 || hasMoved) {
    await sql`update application_bit_state set version = version + 1`.execute(database);
  }
  return compacted;
}

/** Rebuilds the bits if the days of deadlines are those of another time zone. */
async function recordTimeZone(database: DatabaseTransaction, timeZone: string): Promise<void> {
  const [state] = await execute(
    database,
    sql<{ time_zone: string | null }>`select time_zone from application_bit_state`,
  );
  if (state?.time_zone === timeZone) return;
  if (state?.time_zone) await rebuildBits(database);
  await sql`update application_bit_state set time_zone = ${timeZone}`.execute(database);
}

/** Deletes all bits, and appends every application as a change. */
async function rebuildBits(database: DatabaseTransaction): Promise<void> {
  const columns = sql`id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id,
    cancel_time`;
  await sql`
    with bits as (delete from application_bits), changes as (delete from application_bit_changes)
    insert into application_bit_changes (${columns}, delta) select ${columns}, 1 from applications order by id`.execute(
    database,
  );
  await sql`update application_bit_state set late_until = '-infinity', version = version + 1`.execute(
    database,
  );
}

/** Adds the applications that have become overdue since to the bits of overdue ones. */
async function moveLate(database: DatabaseTransaction, lateMs: number): Promise<boolean> {
  const [due] = await execute(
    database,
    sql<{ from: string; until: string }>`
      select late_until::text as from, now()::text as until from application_bit_state
      where late_until < now() - ${lateMs} * interval '1 millisecond'`,
  );
  if (!due) return false;
  const passed = sql`${isOpen} and cancel_time >= ${due.from}::timestamptz and cancel_time < ${due.until}::timestamptz`;
  // In the state of the bits: without the changes that they do not contain yet.
  await writeBits(sql`
    select ${late} as key, day, id, 1 as delta from applications where ${passed}
    union all
    select ${late}, day, id, -delta from application_bit_changes where ${passed}`).execute(database);
  await sql`update application_bit_state set late_until = ${due.until}::timestamptz`.execute(database);
  return true;
}

/** Removes rows without any set bit, such as of receivers who have handed over everything. */
export async function removeEmptyBits(database: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(database);
  await sql`delete from application_bits where bits = ${zeros}`.execute(database);
}

/**
 * Compacts the bits while the plugin runs; first converts them to this time zone, before lists are filtered
 * by days.
 */
export async function scheduleBitCompaction(context: ServerContext): Promise<void> {
  const { timeZone } = context;
  await context.transaction(({ database }) => compactBits(database, timeZone));
  scheduleCompaction(context, 'application_bit_changes', (database) => compactBits(database, timeZone));
  context.every('remove-empty-bits', hourMs, () =>
    context.transaction(({ database }) => removeEmptyBits(database)),
  );
}
