import { sql } from 'kysely';
import type { DatabaseTransaction, ServerContext } from '#kernel/plugin-api/server.ts';
import { type ChangedHousehold, householdChangesHook } from '#plugins/neighborhoods/contract.ts';

const intervalMs = 500;
/** The maximum number of households per transaction; `maxTurns` limits the transactions per run. */
const maxHouseholds = 1000;
const maxBatches = 20;

/** Copies changed households into `application_homes`, from which applications take their applicant's household category. */
export function followHouseholds({ every, transaction }: Pick<ServerContext, 'every' | 'transaction'>): void {
  every('follow-households', intervalMs, async () => {
    for (let batch = 0, taken = maxHouseholds; batch < maxBatches && taken > 0; batch++) {
      taken = await transaction(async ({ database, hooks }) => {
        const households: ChangedHousehold[] = [];
        await hooks.call(householdChangesHook, {
          limit: maxHouseholds,
          add: (found) => void households.push(...found),
        });
        if (households.length > 0) await writeHouseholds(database, households);
        return households.length;
      });
    }
  });
}

/** Writes only the differences: triggers update the applications of the members. */
async function writeHouseholds(
  database: DatabaseTransaction,
  households: readonly ChangedHousehold[],
): Promise<void> {
  const ids = households.map(({ id }) => id);
  const members = households.flatMap(({ id, neighborhoodId, categoryId, personalNumbers }) =>
    personalNumbers.map((personal_number) => ({
      household_id: id,
      personal_number,
      neighborhood_id: neighborhoodId,
      household_category_id: categoryId,
    })),
  );
  const given = sql`jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as given (household_id bigint,
    personal_number text, neighborhood_id bigint, household_category_id bigint)`;
  await sql`
    delete from application_homes as household where household_id = any(${ids}::bigint[])
      and not exists (select from ${given}
        where given.household_id = household.household_id and given.personal_number = household.personal_number)`.execute(
    database,
  );
  await sql`
    insert into application_homes as household (household_id, personal_number, neighborhood_id, household_category_id)
    select household_id, personal_number, neighborhood_id, household_category_id from ${given}
    on conflict (household_id, personal_number) do update
      set neighborhood_id = excluded.neighborhood_id, household_category_id = excluded.household_category_id
      where (household.neighborhood_id, household.household_category_id)
        is distinct from (excluded.neighborhood_id, excluded.household_category_id)`.execute(database);
}
