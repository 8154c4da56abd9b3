import { sql } from 'kysely';
import type { TestServer } from '#kernel/testing/server.ts';

/** Adds neighbourhoods with the same border; in an empty database their ids start at one. */
export async function addNeighborhoods(
  { database }: Pick<TestServer, 'database'>,
  count: number,
): Promise<void> {
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    select 'Mahalla ' || i, 'Махалля ' || i, '[[41,60],[41,61],[42,61]]', '#0b7480'
    from generate_series(1, ${count}::int) as i`.execute(database);
}
