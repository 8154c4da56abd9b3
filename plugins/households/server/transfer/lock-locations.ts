import { sql } from 'kysely';
import type { DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import type { HouseholdBody } from '../../contract.ts';

type HouseholdLocation = Pick<HouseholdBody, 'neighborhood_id' | 'street_id'>;

/**
 * Locks the neighbourhoods and streets of households until the transaction ends, as a single save does, so that they are neither
 * deleted nor moved during the write. `false` if a street was moved or deleted since it was read.
 */
export async function lockLocations(
  database: DatabaseTransaction,
  households: readonly HouseholdLocation[],
): Promise<boolean> {
  const neighborhoodIds = [...new Set(households.map(({ neighborhood_id }) => neighborhood_id))];
  const streetIds = [...new Set(households.map(({ street_id }) => street_id))];
  const neighborhoods = await sql`
    select from neighborhoods_v1_neighborhoods where id = any(${neighborhoodIds}::bigint[]) order by id for key share`.execute(
    database,
  );
  const streets = await sql<{ id: number; neighborhood_id: number }>`
    select id, neighborhood_id from streets_v1_streets where id = any(${streetIds}::bigint[]) order by id for key share`.execute(
    database,
  );
  const neighborhoodByStreet = new Map(streets.rows.map(({ id, neighborhood_id }) => [id, neighborhood_id]));
  return (
    neighborhoods.rows.length === neighborhoodIds.length &&
    households.every(
      ({ street_id, neighborhood_id }) => neighborhoodByStreet.get(street_id) === neighborhood_id,
    )
  );
}
