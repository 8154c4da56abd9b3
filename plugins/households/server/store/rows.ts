import { sql } from 'kysely';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import {
  columnsOf,
  constant,
  type Database,
  type DatabaseTransaction,
  execute,
  type Fragment,
  recordColumns,
  type RecordColumns,
} from '#kernel/plugin-api/server.ts';
import type { HouseType } from '../../contract.ts';

/** A joined record with names. */
export interface NamedRow {
  readonly id: number;
  readonly name_uz: string;
  readonly name_ru: string;
}

/** A household as stored, with the names of its references. */
export interface HouseholdRow extends RecordColumns {
  readonly id: number;
  readonly neighborhood: NamedRow;
  readonly street: NamedRow;
  readonly category: NamedRow & { readonly color: string };
  readonly house_type: HouseType;
  readonly house_number: number;
  readonly house_suffix: string | null;
  readonly apartment_number: number | null;
  readonly able_to_work: number;
  readonly unemployed: number;
  readonly informal: number;
  readonly coords: Coordinates | null;
  readonly citizens: readonly CitizenRow[] | null;
  readonly directions: readonly (NamedRow & { readonly quantity: number })[] | null;
}

export interface CitizenRow {
  readonly full_name: string;
  readonly personal_number: string;
}

/** The id and names of a joined table as a JSON object. */
export const namesOf = (alias: string, more = sql``) => sql`json_build_object('id', ${sql.ref(`${alias}.id`)},
  'name_uz', ${sql.ref(`${alias}.name_uz`)}, 'name_ru', ${sql.ref(`${alias}.name_ru`)}${more})`;

const meta = recordColumns(columnsOf('household'));

const columns =
  constant(sql`household.id, ${namesOf('neighborhood')} as neighborhood, ${namesOf('street')} as street,
  ${namesOf('category', sql`, 'color', category.color`)} as category,
  household.house_type, household.house_number, household.house_suffix, household.apartment_number,
  household.able_to_work, household.unemployed, household.informal,
  case when household.latitude is not null and household.longitude is not null
    then json_build_array(household.latitude, household.longitude) end as coords,
  (select json_agg(json_build_object('full_name', full_name, 'personal_number', personal_number) order by position)
    from household_citizens where household_id = household.id) as citizens,
  (select json_agg(${namesOf('direction', sql`, 'quantity', own.quantity`)} order by direction.id)
    from household_directions as own join directions_v1_directions as direction on direction.id = own.direction_id
    where own.household_id = household.id) as directions,
  ${meta.columns}`);

/** The table of the ids (id, line) in the statement of {@link readRows}. */
const selection = sql.table('selected');

const joins = constant(sql`
      from (select * from ${selection} order by line) as selected
      cross join lateral (select * from households where households.id = selected.id offset 0) as household
      cross join lateral (select * from streets_v1_streets as place where place.id = household.street_id offset 0) as street
      cross join lateral (
        select * from neighborhoods_v1_neighborhoods as place where place.id = household.neighborhood_id offset 0
      ) as neighborhood
      cross join lateral (
        select * from household_categories_v1_categories as kind where kind.id = household.household_category_id offset 0
      ) as category
      ${meta.join}`);

/**
 * The households selected by a query (id, line), sorted by line. Row by row: the planner overestimates their
 * number, and would scan the table.
 */
export function readRows(
  database: Database | DatabaseTransaction,
  selected: Fragment,
  options: { prepared?: boolean } = {},
): Promise<HouseholdRow[]> {
  return execute(
    database,
    sql<HouseholdRow>`
      with ${selection} as materialized (${selected})
      select ${columns}
      ${joins}
      order by selected.line`,
    options,
  );
}
