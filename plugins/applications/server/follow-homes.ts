import { sql } from 'kysely';
import type { DatabaseTransaction, ServerContext } from '#kernel/plugin-api/server.ts';
import { type ChangedHome, homeChangesHook } from '#plugins/neighborhoods/contract.ts';

const intervalMs = 500;
/** Homes that one transaction takes, and transactions of one turn. */
const maxHomes = 1000;
const maxTurns = 20;

/** Keeps the homes by which applications have the category of their applicant's household. */
export function followHomes({ every, transaction }: Pick<ServerContext, 'every' | 'transaction'>): void {
  every('follow-homes', intervalMs, async () => {
    for (let turn = 0, taken = maxHomes; turn < maxTurns && taken > 0; turn++) {
      taken = await transaction(async ({ database, hooks }) => {
        const homes: ChangedHome[] = [];
        await hooks.call(homeChangesHook, { limit: maxHomes, add: (found) => void homes.push(...found) });
        if (homes.length > 0) await writeHomes(database, homes);
        return homes.length;
      });
    }
  });
}

/** Writes what is different alone: triggers change the applications of those who live there. */
async function writeHomes(database: DatabaseTransaction, homes: readonly ChangedHome[]): Promise<void> {
  const ids = homes.map(({ id }) => id);
  const members = homes.flatMap(({ id, neighborhoodId, categoryId, personalNumbers }) =>
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
    delete from application_homes as home where household_id = any(${ids}::bigint[])
      and not exists (select from ${given}
        where given.household_id = home.household_id and given.personal_number = home.personal_number)`.execute(
    database,
  );
  await sql`
    insert into application_homes as home (household_id, personal_number, neighborhood_id, household_category_id)
    select household_id, personal_number, neighborhood_id, household_category_id from ${given}
    on conflict (household_id, personal_number) do update
      set neighborhood_id = excluded.neighborhood_id, household_category_id = excluded.household_category_id
      where (home.neighborhood_id, home.household_category_id)
        is distinct from (excluded.neighborhood_id, excluded.household_category_id)`.execute(database);
}
