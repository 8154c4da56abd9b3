import { sql } from 'kysely';
import { type Database, execute } from '#kernel/plugin-api/server.ts';
import type { HouseholdColumns, HouseholdMetrics } from '../../contract.ts';

/** How often the pins of each neighbourhood have changed, in this snapshot; 0 counts changes that affect all. */
export async function readVersions(database: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await execute(
    database,
    sql<{ id: number; version: number }>`
      select neighborhood_id as id, sum(count)::bigint as version from household_changes group by neighborhood_id`,
    { prepared: true },
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The households with a pin, of some neighbourhoods or of all, as columns sorted by neighbourhood and id. */
export async function readColumns(
  database: Database,
  neighborhoods: readonly number[] | null,
): Promise<HouseholdColumns> {
  const isMatch =
    neighborhoods === null ? sql`true` : sql`neighborhood_id = any(${[...neighborhoods]}::bigint[])`;
  // Packed by the database: decoding a hundred thousand rows in the driver would take longer than reading
  // them.
  const { rows } = await sql<Record<keyof HouseholdColumns, Buffer | null>>`
    select string_agg(int4send(id::int), ''::bytea) as id,
      string_agg(int4send(neighborhood_id::int), ''::bytea) as neighborhood,
      string_agg(int4send(household_category_id::int), ''::bytea) as category,
      string_agg(int4send(round(latitude * 1000000)::int), ''::bytea) as latitude,
      string_agg(int4send(round(longitude * 1000000)::int), ''::bytea) as longitude
    from (
      select * from households where latitude is not null and longitude is not null and ${isMatch}
      order by neighborhood_id, id
    ) as pin`.execute(database);
  const [row] = rows;
  return {
    id: integers(row?.id),
    neighborhood: integers(row?.neighborhood),
    category: integers(row?.category),
    latitude: integers(row?.latitude),
    longitude: integers(row?.longitude),
  };
}

/** The database writes big-endian integers. */
function integers(bytes: Buffer | null | undefined): Int32Array {
  if (!bytes) return new Int32Array();
  const swapped = Buffer.from(bytes).swap32();
  return new Int32Array(swapped.buffer.slice(swapped.byteOffset, swapped.byteOffset + swapped.byteLength));
}

/** The counts of each neighbourhood's households, from the counters of the list. */
export async function readMetrics(database: Database): Promise<HouseholdMetrics[]> {
  const { rows } = await sql<HouseholdMetrics>`
    select neighborhood_id as id,
      coalesce(sum(count) filter (where grain = 'all'), 0)::bigint as households,
      coalesce(sum(count * key) filter (where grain = 'able_to_work'), 0)::bigint as able_to_work,
      coalesce(sum(count * key) filter (where grain = 'unemployed'), 0)::bigint as unemployed,
      coalesce(sum(count * key) filter (where grain = 'informal'), 0)::bigint as informal
    from (
      select neighborhood_id, grain, key, count from household_counts
        where grain in ('all', 'able_to_work', 'unemployed', 'informal') and neighborhood_id <> 0
          and household_category_id = 0 and house_type = '' and author_id = 0
      union all
      select neighborhood_id, grain, key, delta from household_count_deltas
        where grain in ('all', 'able_to_work', 'unemployed', 'informal')
    ) as part group by neighborhood_id order by neighborhood_id`.execute(database);
  return rows;
}
