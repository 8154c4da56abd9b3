import { sql } from 'kysely';
import type { Database } from '#kernel/server/plugins/api/index.ts';
import type { NeighborhoodRow } from './rows.ts';

/** The names of all neighbourhoods, by id. */
export async function readNames(database: Database): Promise<ReadonlyMap<number, NeighborhoodRow>> {
  const { rows } = await sql<NeighborhoodRow>`select id, name_uz, name_ru from neighborhoods`.execute(
    database,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
