import { presentNames, presentRecord } from '#kernel/plugin-api/server.ts';
import type { CitizenLookup, Household } from '../../contract.ts';
import type { CitizenHousehold } from '../store/citizens.ts';
import type { HouseholdRow, NamedRow } from '../store/rows.ts';

/** A single household. */
export function presentHousehold(row: HouseholdRow): Household {
  return {
    id: row.id,
    neighborhood_id: row.neighborhood.id,
    household_category_id: row.category.id,
    street_id: row.street.id,
    neighborhood: presentNamed(row.neighborhood),
    street: presentNamed(row.street),
    household_category: { ...presentNamed(row.category), color: row.category.color },
    house_type: row.house_type,
    house_number: row.house_number,
    house_suffix: row.house_suffix,
    apartment_number: row.apartment_number,
    citizens: (row.citizens ?? []).map(({ full_name, personal_number }) => ({ full_name, personal_number })),
    able_to_work: row.able_to_work,
    unemployed: row.unemployed,
    informal: row.informal,
    household_directions: (row.directions ?? []).map((direction) => ({
      direction_id: direction.id,
      quantity: direction.quantity,
      direction: presentNamed(direction),
    })),
    coords: row.coords,
    author_id: row.author_id,
    ...presentRecord(row),
  };
}

/** A household of which a citizen is a member. */
export function presentCitizenHousehold(household: CitizenHousehold): CitizenLookup['households'][number] {
  return {
    id: household.id,
    full_name: household.full_name,
    neighborhood: presentNamed(household.neighborhood),
    street: presentNamed(household.street),
    house_type: household.house_type,
    house_number: household.house_number,
    house_suffix: household.house_suffix,
    apartment_number: household.apartment_number,
  };
}

function presentNamed(row: NamedRow) {
  return { id: row.id, ...presentNames(row) };
}
