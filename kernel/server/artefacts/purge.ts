import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';

/** The tables that a removed plugin left, with their rows. Which are its own its last artefact tells. */
export async function tablesOfPlugin(
  database: Database | DatabaseTransaction,
  id: string,
): Promise<readonly { readonly table: string; readonly rows: number }[]> {
  const { rows } = await sql<{ table: string }>`
    select c.relname::text "table" from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
      and (c.relname = ${id} or starts_with(c.relname::text, ${`${id}_`}))
      and exists (select from komak_migrations where plugin = ${id})
      -- A longer id may begin with this one.
      and not exists (
        select from komak_migrations other
        where other.plugin <> ${id} and starts_with(other.plugin, ${`${id}_`})
          and (c.relname = other.plugin or starts_with(c.relname::text, other.plugin || '_')))
    order by 1`.execute(asKernel(database));
  return Promise.all(
    rows.map(async ({ table }) => {
      const counted = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(
        asKernel(database),
      );
      return { table, rows: counted.rows[0]?.count ?? 0 };
    }),
  );
}

/** Deletes all that a removed plugin left: its tables with their functions, its migrations' ledger, its artefacts. */
export async function dropTables(database: DatabaseTransaction, id: string): Promise<void> {
  for (const { table } of await tablesOfPlugin(database, id)) {
    await sql`drop table ${sql.table(table)} cascade`.execute(asKernel(database));
  }
  const { rows } = await sql<{ name: string }>`
    select p.oid::regprocedure::text name from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and starts_with(p.proname::text, ${`${id}_`})`.execute(
    asKernel(database),
  );
  for (const { name } of rows) await sql`drop function ${sql.raw(name)} cascade`.execute(asKernel(database));
  await sql`delete from komak_migrations where plugin = ${id}`.execute(asKernel(database));
  await sql`delete from plugin_artefacts where plugin = ${id}`.execute(asKernel(database));
}
