import { sql } from 'kysely';
import { hooksOf, onHook } from '#kernel/plugin-api/server.ts';
import {
  householdChangesHook,
  householdPinsHook,
  householdsHook,
  type ChangedHousehold,
} from '#plugins/neighborhoods/contract.ts';
import { households } from '../manifest.ts';
import { addressOf } from './address.ts';
import { presentHousehold } from './core/presenter.ts';
import { readColumns } from './store/metrics.ts';
import { readRows } from './store/rows.ts';

/** The maximum number of households read per person; more indicate an error in the data. */
const maxHouseholds = 20;

/** Provides the households of which a person is a member. */
export const provideHouseholds = hooksOf(households)(
  householdsHook,
  async ({ personalNumber, language, add }, { database }, context) => {
    const rows = await readRows(
      database,
      sql`select household_id as id, row_number() over (order by household_id) as line from household_citizens
        where personal_number = ${personalNumber} order by household_id limit ${maxHouseholds}`,
      { prepared: true },
    );
    add(
      rows.map(presentHousehold).map((household) => ({
        id: household.id,
        neighborhoodId: household.neighborhood_id,
        address: addressOf(household, language, context),
        path: `/households/${household.id}`,
        category: household.household_category,
        directions: household.household_directions.map(({ direction, quantity }) => ({
          uz: direction.uz,
          ru: direction.ru,
          quantity,
        })),
        members: household.citizens,
      })),
    );
  },
);

/** Provides the location of every household with a pin. */
export const provideHouseholdPins = onHook(householdPinsHook, async ({ add }, { database }) => {
  const { id: ids, latitude: latitudes, longitude: longitudes } = await readColumns(database, null);
  add({ ids, latitudes, longitudes });
});

/** Provides the changed households, each change once. */
export const takeHouseholdChanges = onHook(householdChangesHook, async ({ limit, add }, { database }) => {
  const { rows } = await sql<ChangedHousehold>`
    with taken as (
      delete from household_home_changes
      where ctid = any(array(select ctid from household_home_changes limit ${limit})) returning household_id
    )
    select changed.household_id as id, coalesce(neighborhood_id, 0) as "neighborhoodId",
      coalesce(household_category_id, 0) as "categoryId",
      array(select distinct personal_number from household_citizens as citizen
        where citizen.household_id = changed.household_id) as "personalNumbers"
    from (select distinct household_id from taken) as changed
    left join households on households.id = changed.household_id`.execute(database);
  add(rows);
});
