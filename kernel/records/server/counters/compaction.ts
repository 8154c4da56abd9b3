import { sql } from 'kysely';
import type { DatabaseTransaction, ServerContext } from '#kernel/server/api/index.ts';
import { execute, type Fragment } from '../sql/statement.ts';

const intervalMs = 500;
/** Readers pass over deleted rows until they are vacuumed; so many are hardly felt. */
const maxDeadRows = 1000;
/** A statement may take fifteen seconds. So many changes, each in a dozen of counters, take about one. */
const defaultMaxChanges = 5000;
/** Every so many turns a compaction runs even where nothing was appended: some of them also follow the clock. */
const turnsUntilFull = 20;
/** Statements of one turn; so the job can be stopped between turns where changes come in for a long time. */
const maxStatements = 10;

/** Counters that changes are added to. */
export interface Rollup {
  readonly table: string;
  /** Its primary key: each column, and its value in a group of changes. */
  readonly key: Readonly<Record<string, Fragment>>;
  /** Which changes count, as rows with a `delta`; `changes` are the removed rows of the table of changes. */
  source(changes: Fragment): Fragment;
  readonly groupBy: Fragment;
}

/** A table of appended changes, and the counters that they are added to. */
export interface Compaction {
  readonly changes: string;
  readonly rollups: readonly Rollup[];
  /** Changes that one statement takes, 5,000 when it is absent; the others wait for the next one. */
  readonly maxChanges?: number;
}

/**
 * Moves appended changes into the counters and returns how many there were; one transaction at a time, the next one waits.
 * Without a bound a large import could never be added up: the statement would end at its timeout, and the next one have more.
 */
export async function compactCounters(
  database: DatabaseTransaction,
  { changes, rollups, maxChanges = defaultMaxChanges }: Compaction,
): Promise<number> {
  const table = sql.table(changes);
  const additions = rollups.map(
    (rollup, index) => sql`, ${sql.ref(`rollup_${index}`)} as (${addition(rollup)})`,
  );
  const [row] = await execute(
    database,
    sql<{ compacted: number }>`
    with removed as materialized (
      delete from ${table} where ctid = any(array(select ctid from ${table} limit ${maxChanges})) returning *
    ) ${sql.join(additions, sql` `)}
    select count(*) as compacted from removed`,
    { prepared: true },
  );
  return row?.compacted ?? 0;
}

function addition({ table, key, source, groupBy }: Rollup): Fragment {
  const columns = sql.join(Object.keys(key).map((column) => sql.ref(column)));
  return sql`
    insert into ${sql.table(table)} as total (${columns}, count)
    select ${sql.join(Object.values(key))}, sum(delta) from (${source(sql`removed`)}) as change
    group by ${groupBy} having sum(delta) <> 0
    on conflict (${columns}) do update set count = total.count + excluded.count`;
}

/** The columns `grain` and `since` of counters by day, month and all time, grouped by {@link byDayMonthAndAll}. */
export const calendarKey = {
  grain: sql`case when grouping(day) = 0 then 'day' when grouping(month) = 0 then 'month' else 'all' end`,
  since: sql`coalesce(day, month, 'infinity')`,
} as const;

/** Groups changes that have a `day` and a `month` by both and altogether. */
export const byDayMonthAndAll = sql`rollup (month, day)`;

/**
 * Runs a compaction all the time, so that readers have few changes to add up. `compact` returns how many rows it removed; where
 * there may be more it is called again at once.
 */
export function scheduleCompaction(
  { every, transaction, database, log }: Pick<ServerContext, 'every' | 'transaction' | 'database' | 'log'>,
  table: string,
  compact: (database: DatabaseTransaction) => Promise<number>,
): void {
  let dead = 0;
  let turns = 0;
  every(`compact-${table}`, intervalMs, async () => {
    // Most of the time there is nothing: that should cost one small statement.
    const isFull = turns++ % turnsUntilFull === 0;
    const found = await execute(database, sql`select from ${sql.table(table)} limit 1`, { prepared: true });
    let compacted = isFull || found.length > 0 ? defaultMaxChanges : 0;
    for (let turn = 0; turn < maxStatements && compacted >= defaultMaxChanges; turn++) {
      compacted = await transaction((effects) => compact(effects.database));
      dead += compacted;
    }
    const quiet = compacted === 0 && dead > 0;
    if (!quiet && dead < maxDeadRows) return;
    dead = 0;
    // Not in a transaction; where it fails PostgreSQL does it by itself, somewhat later.
    await sql`vacuum ${sql.table(table)}`
      .execute(database)
      .catch((error: unknown) => log.debug({ err: error }, 'the compacted rows were not vacuumed'));
  });
}
