import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';

/**
 * Returns the names in the database that belong to a plugin: those that begin with its id, but not with a longer id of
 * another plugin.
 */
export async function ownNames(
  database: Database | DatabaseTransaction,
  id: string,
): Promise<(name: string) => boolean> {
  const { rows: longer } = await sql<{ plugin: string }>`
    select distinct plugin from komak_migrations where starts_with(plugin, ${`${id}_`})`.execute(
    asKernel(database),
  );
  return (name) => beginsWith(name, id) && !longer.some(({ plugin }) => beginsWith(name, plugin));
}

function beginsWith(name: string, id: string): boolean {
  return name === id || name.startsWith(`${id}_`);
}
