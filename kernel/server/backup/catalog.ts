import type pg from 'pg';
import type { DatabasePool } from '../database/pool/pool.ts';

/** A table and its columns, except generated ones. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables that matter only to running servers: a restore must not bring ended sessions back. */
const transientTables = ['sessions', 'pending_sign_ins', 'socket_io_attachments'];

/** All tables of the schema, by name. */
export async function readTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`);
  return rows;
}

/** The tables that are empty after a restore: transient ones, and every table whose rows are deleted with theirs. */
export async function readTransientTables(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `
    with recursive transient (id) as (
      select oid from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1::text[])
      union
      select k.conrelid from pg_constraint k join transient t on t.id = k.confrelid
      where k.contype = 'f' and k.confdeltype = 'c'
    )
    select c.relname as name from transient t join pg_class c on c.oid = t.id`,
    [transientTables],
  );
  return new Set(rows.map(({ name }) => name));
}

/** All sequences and their last values; null for an unused one. */
export async function readSequences(
  client: pg.ClientBase,
): Promise<{ name: string; lastValue: string | null }[]> {
  const { rows } = await client.query<{ name: string; lastValue: string | null }>(`
    select sequencename::text as name, last_value::text "lastValue" from pg_sequences
    where schemaname = current_schema() order by sequencename`);
  return rows;
}

/** All foreign keys with their definitions. */
export async function readForeignKeys(
  client: pg.ClientBase,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by c.relname, k.conname`);
  return rows;
}

/** Quotes a name for SQL. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The columns of a table, in parentheses. */
export function columnsOf({ columns }: TableShape): string {
  return `(${columns.map(quoteIdentifier).join(', ')})`;
}

/**
 * The number of rows of a table, and an order-independent digest, to compare a restored table. The digest is the sum of
 * half an MD5 of each row: it detects accidents but not forgeries, against which backups are encrypted.
 */
export async function digestOfTable(
  client: pg.ClientBase,
  { name, columns }: TableShape,
): Promise<{ rows: number; digest: string }> {
  // In the order of names, since a table that grew column by column has another column order than one created at once.
  const row = columns.toSorted().map(quoteIdentifier).join(', ');
  const { rows } = await client.query<{ rows: number; digest: string }>(
    `select count(*)::int as rows,
       coalesce(sum(('x' || left(md5(row(${row})::text), 15))::bit(60)::bigint), 0)::text as digest
     from ${quoteIdentifier(name)}`,
  );
  return rows[0] ?? { rows: 0, digest: '0' };
}

/**
 * A connection outside of the pool, without its time limits, since a dump may take long. It bypasses a pooler, which
 * would discard the setting that lifts the limits.
 */
export async function connectWithoutLimits(pool: DatabasePool): Promise<pg.Client> {
  const client = pool.createDirectClient({
    application_name: 'komak-backup',
    // A busy machine must not prevent a backup.
    connectionTimeoutMillis: 60_000,
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    // A copy streams and must not wait for further statements.
    pipeline: false,
  });
  // The failing statement throws the error; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
