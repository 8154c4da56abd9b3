import type { Coordinates } from '#kernel/domain/geo/index.ts';
import {
  householdBodySchema,
  type Household,
  type HouseholdBody,
  type HouseType,
} from '../../../contract.ts';

/** The values of the fields; `null` if nothing is selected or typed yet. */
export interface HouseholdValues {
  readonly neighborhood_id: number | null;
  readonly household_category_id: number | null;
  readonly street_id: number | null;
  readonly house_type: HouseType;
  readonly house_number: number | null;
  readonly house_suffix: string;
  readonly apartment_number: number | null;
  readonly citizens: { full_name: string; personal_number: string }[];
  readonly able_to_work: number | null;
  readonly unemployed: number | null;
  readonly informal: number | null;
  readonly directions: { direction_id: number | null; quantity: number | null }[];
  readonly coords: Coordinates | null;
}

/** The request body. `confirmed` is sent only if the server requested it; other servers do not know it. */
export const householdFormSchema = householdBodySchema
  .refine(({ house_type, apartment_number }) => house_type !== 'building' || apartment_number !== null, {
    path: ['apartment_number'],
    message: 'households:errors.apartment_required',
    // By default this check runs only if all else is valid; the form shows it together with the other
    // problems.
    when: ({ issues }) => issues.every(({ path }) => path?.[0] !== 'apartment_number'),
  })
  .transform((body): HouseholdForm => {
    const { confirmed: _, ...sent } = body;
    return sent;
  });
export type HouseholdForm = Omit<HouseholdBody, 'confirmed'>;

/** The fields of a household, or those of a new one. */
export function valuesOf(household: Household | null): HouseholdValues {
  const idOf = (id: number | string | undefined) => (id === undefined ? null : Number(id));
  return {
    neighborhood_id: idOf(household?.neighborhood_id),
    household_category_id: idOf(household?.household_category_id),
    street_id: idOf(household?.street_id),
    house_type: household?.house_type ?? 'apartment',
    house_number: household?.house_number ?? null,
    house_suffix: household?.house_suffix ?? '',
    apartment_number: household?.apartment_number ?? null,
    citizens: (household?.citizens ?? []).map(citizenOf),
    able_to_work: household?.able_to_work ?? 0,
    unemployed: household?.unemployed ?? 0,
    informal: household?.informal ?? 0,
    directions: (household?.household_directions ?? []).map(({ direction_id, quantity }) => ({
      direction_id: Number(direction_id),
      quantity,
    })),
    coords: household?.coords ? [household.coords[0], household.coords[1]] : null,
  };
}

/** A citizen as returned by our server, or by one that implements only the specification. */
interface ReadCitizen {
  readonly full_name: string | null;
  readonly personal_number: string | null;
  readonly JSHSHIR?: string | null;
}

function citizenOf({
  full_name,
  personal_number,
  JSHSHIR,
}: ReadCitizen): HouseholdValues['citizens'][number] {
  return { full_name: full_name ?? '', personal_number: personal_number ?? JSHSHIR ?? '' };
}

/** The request body: an empty count is 0, and only a building has flats. Other servers do not support house suffixes. */
export function bodyOf({ house_suffix, ...values }: HouseholdValues, knowsSuffixes: boolean): unknown {
  return {
    ...values,
    ...(knowsSuffixes ? { house_suffix: house_suffix.trim() === '' ? null : house_suffix } : {}),
    apartment_number: values.house_type === 'building' ? values.apartment_number : null,
    able_to_work: values.able_to_work ?? 0,
    unemployed: values.unemployed ?? 0,
    informal: values.informal ?? 0,
  };
}
