import type { Coordinates } from '#kernel/domain/geo/index.ts';
import type { RecordColumns } from '#kernel/server/lists/index.ts';
import { execute, type Values } from '#kernel/server/lists/statement.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';
import type { HouseType } from '../../contract.ts';

/** A thing with names as it is joined. */
export interface NamedRow {
  readonly id: number;
  readonly name_uz: string;
  readonly name_ru: string;
}

/** A household as it is stored, with the names of what it refers to. */
export interface HouseholdRow extends RecordColumns {
  readonly id: number;
  readonly neighborhood: NamedRow;
  readonly street: NamedRow;
  readonly category: NamedRow & { readonly color: string };
  readonly house_type: HouseType;
  readonly house_number: number;
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

const named = (alias: string, more = '') =>
  `json_build_object('id', ${alias}.id, 'name_uz', ${alias}.name_uz, 'name_ru', ${alias}.name_ru${more})`;

const columns = `household.id, ${named('neighborhood')} as neighborhood, ${named('street')} as street,
  ${named('category', ", 'color', category.color")} as category,
  household.house_type, household.house_number, household.apartment_number,
  household.able_to_work, household.unemployed, household.informal,
  case when household.latitude is not null and household.longitude is not null
    then json_build_array(household.latitude, household.longitude) end as coords,
  (select json_agg(json_build_object('full_name', full_name, 'personal_number', personal_number) order by position)
    from household_citizens where household_id = household.id) as citizens,
  (select json_agg(json_build_object('id', direction.id, 'name_uz', direction.name_uz, 'name_ru', direction.name_ru,
      'quantity', own.quantity) order by direction.id)
    from household_directions as own join directions as direction on direction.id = own.direction_id
    where own.household_id = household.id) as directions,
  household.author_id, household.created_at, household.updated_at,
  case when author.id is not null then
    json_build_object('id', author.id, 'first_name', author.first_name, 'last_name', author.last_name)
  end as author`;

/**
 * The households whose ids a query (id, line) chooses, in the order of the lines. Row by row: the planner does not know that
 * there are few, and would read the whole table.
 */
export async function readRows(
  database: Database | DatabaseTransaction,
  picked: string,
  values: Values,
  options: { prepared?: boolean } = {},
): Promise<HouseholdRow[]> {
  return execute<HouseholdRow>(
    database,
    `with picked as materialized (${picked})
     select ${columns}
     from (select * from picked order by line) as picked
     cross join lateral (select * from households where households.id = picked.id offset 0) as household
     cross join lateral (select * from streets where streets.id = household.street_id offset 0) as street
     cross join lateral (select * from neighborhoods where neighborhoods.id = household.neighborhood_id offset 0) as neighborhood
     cross join lateral (select * from household_categories where household_categories.id = household.household_category_id
       offset 0) as category
     left join admins as author on author.id = household.author_id
     order by picked.line`,
    values,
    options,
  );
}
