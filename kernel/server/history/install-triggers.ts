import { sql, type RawBuilder } from 'kysely';
import type { Database, DatabaseTransaction, TrackedTable } from '../api/index.ts';

const triggerLock = 4_607_013;

/** A trigger that must exist. */
interface DesiredTrigger {
  readonly table: string;
  readonly name: string;
  /** Its arguments, which identify an existing trigger. */
  readonly values: readonly string[];
  /** When it fires, up to `execute function`. */
  readonly event: RawBuilder<unknown>;
  readonly calls: 'keep_record_history' | 'keep_record_part';
}

/**
 * Creates the triggers that record the history of tables. Existing ones are not replaced, since creating a trigger
 * waits for all writers of its table.
 */
export async function installTriggers(database: Database, tracked: readonly TrackedTable[]): Promise<void> {
  if (tracked.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    // Nodes that start at the same time create them one after the other, and wait for current writers.
    await sql`select set_config('lock_timeout', '0', true)`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${triggerLock})`.execute(transaction);
    await installWithin(transaction, tracked);
  });
}

/** The same within an open transaction. */
export async function installWithin(
  database: DatabaseTransaction,
  tracked: readonly TrackedTable[],
): Promise<void> {
  const desired = tracked.flatMap((one) => [...triggersOf(one), ...partTriggersOf(one)]);
  if (desired.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select tgrelid::regclass::text || ' ' || tgname || ' ' || encode(tgargs, 'escape') as id from pg_trigger
    where tgrelid = any(${desired.map(({ table }) => table)}::regclass[]) and starts_with(tgname, 'record_history')
  `.execute(database);
  const present = new Set(rows.map(({ id }) => id));
  for (const trigger of desired) if (!present.has(idOf(trigger))) await create(database, trigger);
}

/** The id of a trigger: its arguments as PostgreSQL prints them, each followed by a zero. */
function idOf({ table, name, values }: DesiredTrigger): string {
  return `${table} ${name} ${values.map((value) => `${value}\\000`).join('')}`;
}

async function create(
  database: DatabaseTransaction,
  { name, values, event, calls }: DesiredTrigger,
): Promise<void> {
  const given = sql.join(values.map((value) => sql.lit(value)));
  await sql`create or replace trigger ${sql.id(name)} ${event} execute function ${sql.id(calls)} (${given})`.execute(
    database,
  );
}

function triggersOf({
  kind,
  table,
  key = 'id',
  columns,
  isDecision,
  keepsDeleted,
}: TrackedTable): DesiredTrigger[] {
  const values = [
    kind,
    key,
    columns.map((field) => field.join('+')).join(','),
    ...(isDecision ? ['decision'] : []),
    ...(keepsDeleted ? ['deleted'] : []),
  ];
  const on = sql.table(table);
  const of = (row: string) => sql.join(columns.flat().map((column) => sql.ref(`${row}.${column}`)));
  const shared = { table, values, calls: 'keep_record_history' } as const;
  return [
    { ...shared, name: 'record_history', event: sql`after insert or delete on ${on} for each row` },
    // Other changes, such as of a search key, cost only a comparison.
    {
      ...shared,
      name: 'record_history_change',
      event: sql`after update on ${on} for each row
        when ((${of('old')}) is distinct from (${of('new')}))`,
    },
  ];
}

function partTriggersOf({ kind, table: records, key = 'id', parts = [] }: TrackedTable): DesiredTrigger[] {
  return parts.flatMap(({ name, table, owner, columns }) => {
    const on = sql.table(table);
    const shared = {
      table,
      values: [kind, owner, columns.join(','), name, records, key],
      calls: 'keep_record_part',
    } as const;
    const [added, removed] = [sql`new table as new_rows`, sql`old table as old_rows`];
    return [
      {
        ...shared,
        name: 'record_history_add',
        event: sql`after insert on ${on} referencing ${added} for each statement`,
      },
      {
        ...shared,
        name: 'record_history_remove',
        event: sql`after delete on ${on} referencing ${removed} for each statement`,
      },
      {
        ...shared,
        name: 'record_history_change',
        event: sql`after update on ${on} referencing ${removed} ${added} for each statement`,
      },
    ];
  });
}
