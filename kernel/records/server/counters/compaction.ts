import { sql } from 'kysely';
import type { DatabaseTransaction, ServerContext } from '#kernel/server/api/index.ts';
import { execute, type Fragment } from '../sql/statement.ts';

const intervalMs = 500;
/** The number of dead rows from which the table is vacuumed, since reads have to skip them. */
const maxDeadRows = 1000;
/**
 * The number of changes per statement. With a dozen counters each, this takes about one of the fifteen seconds allowed.
 */
const defaultMaxChanges = 5000;
/** After this many runs, a compaction runs even if nothing was appended, since some also depend on the time. */
const runsUntilFull = 20;
/** The maximum number of statements per run, so that the job can be stopped while changes keep arriving. */
const maxStatements = 10;

/** Counters to which changes are added. */
export interface Rollup {
  readonly table: string;
  /** The columns of its primary key, each with its value in a group of changes. */
  readonly key: Readonly<Record<string, Fragment>>;
  /** Returns the counted changes as rows with a `delta`; `changes` are the rows removed from the table of changes. */
  source(changes: Fragment): Fragment;
  readonly groupBy: Fragment;
}

/** A table of appended changes, and the counters to which they are added. */
export interface Compaction {
  readonly changes: string;
  readonly rollups: readonly Rollup[];
  /** The maximum number of changes per statement, 5,000 by default; further ones are left to the next statement. */
  readonly maxChanges?: number;
}

/**
 * Moves appended changes into the counters and returns their number; concurrent runs wait for each other. The number
 * per statement is limited: otherwise, after a large import, every statement would exceed its timeout.
 */
export async function compactCounters(
  database: DatabaseTransaction,
  { changes, rollups, maxChanges = defaultMaxChanges }: Compaction,
): Promise<number> {
  const table = sql.table(changes);
  const removed = sql.table('removed');
  const additions = rollups.map(
    (rollup, index) => sql`, ${sql.ref(`rollup_${index}`)} as (${addition(rollup, removed)})`,
  );
  const [row] = await execute(
    database,
    sql<{ compacted: number }>`
    with ${removed} as materialized (
      delete from ${table} where ctid = any(array(select ctid from ${table} limit ${maxChanges})) returning *
    ) ${sql.join(additions, sql` `)}
    select count(*) as compacted from ${removed}`,
    { prepared: true },
  );
  return row?.compacted ?? 0;
}

function addition({ table, key, source, groupBy }: Rollup, removed: Fragment): Fragment {
  const columns = sql.join(Object.keys(key).map((column) => sql.ref(column)));
  return sql`
    insert into ${sql.table(table)} as total (${columns}, count)
    select ${sql.join(Object.values(key))}, sum(delta) from (${source(removed)}) as change
    group by ${groupBy} having sum(delta) <> 0
    on conflict (${columns}) do update set count = total.count + excluded.count`;
}

/** The size and the start of the buckets of counters per day, per month and in total, grouped by {@link byDayMonthAndAll}. */
export const calendarKey = {
  bucketSize: sql`case when grouping(day) = 0 then 'day' when grouping(month) = 0 then 'month' else 'all' end`,
  since: sql`coalesce(day, month, 'infinity')`,
} as const;

/** Groups changes with a `day` and a `month` by day, by month, and in total. */
export const byDayMonthAndAll = sql`rollup (month, day)`;

/**
 * Runs a compaction periodically, so that reads have few changes to add up. `compact` returns the number of removed
 * rows; if there may be more, it is called again at once.
 */
export function scheduleCompaction(
  { every, transaction, database, log }: Pick<ServerContext, 'every' | 'transaction' | 'database' | 'log'>,
  table: string,
  compact: (database: DatabaseTransaction) => Promise<number>,
): void {
  let dead = 0;
  let runs = 0;
  every(`compact-${table}`, intervalMs, async () => {
    // Usually there is nothing to compact, which should cost one small statement.
    const isFull = runs++ % runsUntilFull === 0;
    const found = await execute(database, sql`select from ${sql.table(table)} limit 1`, { prepared: true });
    let compacted = isFull || found.length > 0 ? defaultMaxChanges : 0;
    for (let statement = 0; statement < maxStatements && compacted >= defaultMaxChanges; statement++) {
      compacted = await transaction((effects) => compact(effects.database));
      dead += compacted;
    }
    const quiet = compacted === 0 && dead > 0;
    if (!quiet && dead < maxDeadRows) return;
    // A file that was not shortened is shortened by the next quiet run.
    dead = quiet ? 0 : 1;
    // Cannot run in a transaction. If it fails, PostgreSQL's autovacuum does it later. While changes keep arriving, the
    // file is not shortened, since this needs an exclusive lock.
    await sql`vacuum (truncate ${sql.lit(quiet)}) ${sql.table(table)}`
      .execute(database)
      .catch((error: unknown) => log.debug({ err: error }, 'the compacted rows were not vacuumed'));
  });
}
