import { sql } from 'kysely';
import { type DatabaseTransaction, touched } from '#kernel/plugin-api/server.ts';
import type { BorderChange, BorderMove, PersonMove } from '#plugins/neighborhoods/contract.ts';

/** A household with a pin, and its registered neighbourhood. */
interface Pin {
  readonly id: number;
  readonly neighborhood_id: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** The new neighbourhood and the new street of a household. */
export interface HouseholdMove {
  readonly id: number;
  readonly to: number;
  readonly streetId: number;
}

/**
 * The households whose pin is now in other areas than before: in one where they are not registered, or in
 * none. A pin whose areas did not change moves nothing, even if it was already on the wrong side of a border.
 */
export async function findMoves(
  database: DatabaseTransaction,
  { bounds: [south, west, north, east], locate, isSaving }: BorderChange,
): Promise<BorderMove[]> {
  const { rows } = await sql<Pin>`
    select id, neighborhood_id, latitude, longitude from households
    where latitude between ${south} and ${north} and longitude between ${west} and ${east}
    order by id ${isSaving ? sql`for no key update` : sql``}`.execute(database);
  return rows.flatMap(({ id, neighborhood_id: from, latitude, longitude }) => {
    const { before, after } = locate([latitude, longitude]);
    if (before.join() === after.join()) return [];
    const [to = null] = after;
    return after.length > 1 || to === from ? [] : [{ id, from, to }];
  });
}

/**
 * The citizens of moving households, except ambiguous ones: those whose JSHSHIR is also in a household that
 * stays in the neighbourhood, or in households that move from it to different ones.
 */
export async function findPeople(
  database: DatabaseTransaction,
  moves: readonly BorderMove[],
): Promise<PersonMove[]> {
  const moved = moves.filter(({ to }) => to !== null);
  if (moved.length === 0) return [];
  const { rows } = await sql<{ personal_number: string; from: number; to: number }>`
    with moved as materialized (
      select * from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ from }) => from)}::bigint[],
        ${moved.map(({ to }) => to)}::bigint[]) as given (id, from_id, to_id)
    )
    select citizen.personal_number, moved.from_id as "from", min(moved.to_id) as "to"
    from moved join household_citizens as citizen on citizen.household_id = moved.id
    where not exists (
      select from household_citizens as other join households as household on household.id = other.household_id
      where other.personal_number = citizen.personal_number and household.neighborhood_id = moved.from_id
        and household.id not in (select id from moved))
    group by citizen.personal_number, moved.from_id having count(distinct moved.to_id) = 1`.execute(database);
  return rows.map(({ personal_number, from, to }) => ({ personalNumber: personal_number, from, to }));
}

/** The street of each household. */
export async function findStreets(
  database: DatabaseTransaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; street_id: number }>`
    select id, street_id from households where id = any(${[...ids]}::bigint[])`.execute(database);
  return new Map(rows.map(({ id, street_id }) => [id, street_id]));
}

/** Registers households in their new neighbourhoods. */
export async function writeMoves(
  database: DatabaseTransaction,
  moves: readonly HouseholdMove[],
): Promise<void> {
  await sql`
    update households set neighborhood_id = given.to_id, street_id = given.street_id, updated_at = ${touched}
    from unnest(${moves.map(({ id }) => id)}::bigint[], ${moves.map(({ to }) => to)}::bigint[],
      ${moves.map(({ streetId }) => streetId)}::bigint[]) as given (id, to_id, street_id)
    where households.id = given.id`.execute(database);
}
