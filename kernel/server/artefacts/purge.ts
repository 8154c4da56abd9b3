import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import { ownNames } from './own-names.ts';

type Kind = 'table' | 'view' | 'materialized view' | 'sequence' | 'routine' | 'type';

interface OwnObject {
  readonly kind: Kind;
  readonly name: string;
  /** As written in a statement. */
  readonly address: string;
}

/** The objects that a plugin has created in the database, whose names begin with its id; tables first. */
async function readOwnObjects(
  database: Database | DatabaseTransaction,
  id: string,
): Promise<readonly OwnObject[]> {
  const { rows } = await sql<OwnObject>`
    with objects as (
      select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'c' then 'type' else 'table' end kind, relname::text name, oid::regclass::text address
      from pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'c') and relnamespace = current_schema()::regnamespace
      union all
      select 'routine', proname::text, oid::regprocedure::text
      from pg_proc where pronamespace = current_schema()::regnamespace
      union all
      select 'type', typname::text, oid::regtype::text
      from pg_type where typtype in ('e', 'd', 'r') and typnamespace = current_schema()::regnamespace
    )
    select kind, name, address from objects
    where exists (select from komak_migrations where plugin = ${id})
    order by kind <> 'table', name`.execute(asKernel(database));
  const isOwn = await ownNames(database, id);
  return rows.filter(({ name }) => isOwn(name));
}

/** The tables that a removed plugin has left, with their numbers of rows. */
export async function tablesOfPlugin(
  database: Database | DatabaseTransaction,
  id: string,
): Promise<readonly { readonly table: string; readonly rows: number }[]> {
  const tables = (await readOwnObjects(database, id)).filter(({ kind }) => kind === 'table');
  return Promise.all(
    tables.map(async ({ name }) => {
      const counted = await sql<{ count: number }>`select count(*) from ${sql.table(name)}`.execute(
        asKernel(database),
      );
      return { table: name, rows: counted.rows[0]?.count ?? 0 };
    }),
  );
}

/**
 * Deletes everything that a removed plugin has left: tables, functions and types, its migration records, its artefacts.
 */
export async function dropObjects(database: DatabaseTransaction, id: string): Promise<void> {
  for (const { kind, address } of await readOwnObjects(database, id)) {
    // Some are dropped together with a table.
    await sql`drop ${sql.raw(kind)} if exists ${sql.raw(address)} cascade`.execute(asKernel(database));
  }
  await sql`delete from komak_migrations where plugin = ${id}`.execute(asKernel(database));
  await sql`delete from plugin_artefacts where plugin = ${id}`.execute(asKernel(database));
}
