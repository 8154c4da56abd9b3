import { describe, expect, it } from 'vitest';
import { bodyOf, householdFormSchema, valuesOf, type HouseholdValues } from './values.ts';

const filled: HouseholdValues = {
  ...valuesOf(null),
  neighborhood_id: 3,
  household_category_id: 2,
  street_id: 9,
  house_number: 12,
};

describe('a household in its form', () => {
  it('is sent without unconfirmed fields', () => {
    const body = householdFormSchema.parse(bodyOf(filled, false));
    expect(body).not.toHaveProperty('confirmed');
    expect(body, 'where the server does not know it').not.toHaveProperty('house_suffix');
    const plot = { ...filled, house_suffix: ' a ' };
    expect(householdFormSchema.parse(bodyOf(plot, true)).house_suffix).toBe('A');
    expect(householdFormSchema.parse(bodyOf(filled, true)).house_suffix).toBeNull();
    expect(body).toMatchObject({ neighborhood_id: 3, apartment_number: null, able_to_work: 0, citizens: [] });
  });

  it('has a flat in a building only, also when the number was typed before', () => {
    const flat = { ...filled, apartment_number: 7 };
    expect(householdFormSchema.parse(bodyOf(flat, true)).apartment_number).toBeNull();
    const inBuilding = { ...flat, house_type: 'building' as const };
    expect(householdFormSchema.parse(bodyOf(inBuilding, true)).apartment_number).toBe(7);
    const read = householdFormSchema.safeParse(bodyOf({ ...inBuilding, apartment_number: null }, true));
    expect(read.error?.issues.map(({ path }) => path.join('.'))).toEqual(['apartment_number']);
    const more = householdFormSchema.safeParse({
      ...inBuilding,
      house_suffix: null,
      apartment_number: null,
      street_id: null,
    });
    expect(more.error?.issues.map(({ path }) => path.join('.'))).toEqual(['street_id', 'apartment_number']);
  });

  it('treats a cleared count as 0, and a cleared quantity as an error', () => {
    expect(householdFormSchema.parse(bodyOf({ ...filled, unemployed: null }, true)).unemployed).toBe(0);
    const directions = [{ direction_id: 1, quantity: null }];
    expect(householdFormSchema.safeParse(bodyOf({ ...filled, directions }, true)).success).toBe(false);
  });
});
