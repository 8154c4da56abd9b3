import { sql } from 'kysely';
import { type Area, reaches } from '#kernel/plugin-api/contract.ts';
import type { DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import { checkJshshir } from '#kernel/domain/text/index.ts';
import { confirmations, type Confirmation, type HouseholdBody } from '../contract.ts';
import { fieldsOf, codedError, fieldErrors, type FieldProblem } from './core/errors.ts';
import { findInOtherHouseholds } from './store/citizens.ts';

/** The household before a change. */
export interface PreviousHousehold {
  readonly id: number;
  readonly personalNumbers: ReadonlySet<string>;
}

/** Throws a 422 unless all references of a household exist, and its location is consistent and within the area. */
export async function checkReferences(
  database: DatabaseTransaction,
  body: HouseholdBody,
  area: Area,
): Promise<void> {
  const directionIds = body.directions.map(({ direction_id }) => direction_id);
  // Locks the found rows, so that the neighbourhood is not deleted and the street is not moved while the
  // household is written.
  const { rows: neighborhoods } = await sql`
    select from neighborhoods_v1_neighborhoods where id = ${body.neighborhood_id} for key share`.execute(
    database,
  );
  const { rows: streets } = await sql`
    select from streets_v1_streets where id = ${body.street_id} and neighborhood_id = ${body.neighborhood_id} for key share`.execute(
    database,
  );
  const { rows } = await sql<{ category: boolean; directions: number[] }>`
    select exists (select from household_categories_v1_categories where id = ${body.household_category_id}) as category,
      array(select id from directions_v1_directions where id = any(${directionIds}::bigint[])) as directions`.execute(
    database,
  );
  const problems: Record<string, FieldProblem> = {};
  if (neighborhoods.length === 0 || !reaches(area, body.neighborhood_id)) {
    problems['neighborhood_id'] = 'neighborhood_outside_area';
  } else if (streets.length === 0) problems['street_id'] = 'street_not_in_neighborhood';
  if (!rows[0]?.category) problems['household_category_id'] = 'category_absent';
  for (const [index, id] of directionIds.entries()) {
    if (!rows[0]?.directions.includes(id)) problems[`directions.${index}.direction_id`] = 'direction_absent';
  }
  if (Object.keys(problems).length > 0) throw fieldErrors(problems);
}

/**
 * Throws the 409 that requests a confirmation, unless the unusual facts about the citizens were confirmed or
 * existed before.
 */
export async function checkCitizens(
  database: DatabaseTransaction,
  { citizens, confirmed }: HouseholdBody,
  former: PreviousHousehold | null,
): Promise<void> {
  const isNew = (number: string) => !former?.personalNumbers.has(number);
  const numbers = citizens.map(({ personal_number }) => personal_number);
  const settled = confirmed.includes('citizen_in_other_household')
    ? new Set<string>()
    : await findInOtherHouseholds(database, numbers.filter(isNew), former?.id ?? null);
  const problems: Record<string, Confirmation> = {};
  for (const [index, number] of numbers.entries()) {
    if (!isNew(number)) continue;
    const fails = !confirmed.includes('jshshir_check_digit') && !checkJshshir(number).ok;
    const problem = settled.has(number) ? 'citizen_in_other_household' : fails ? 'jshshir_check_digit' : null;
    if (problem) problems[`citizens.${index}.personal_number`] = problem;
  }
  if (Object.keys(problems).length === 0) return;
  const found = new Set(Object.values(problems));
  throw codedError('confirmation_needed', {
    fields: fieldsOf(problems),
    beside: { confirm: confirmations.filter((one) => found.has(one)) },
  });
}
