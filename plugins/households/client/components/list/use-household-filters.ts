import { type ListFilter, useOptions, useText } from '#kernel/plugin-api/client.ts';
import { houseTypes } from '../../../contract.ts';
import {
  categoryOptionsDocument,
  neighborhoodOptionsDocument,
  streetOptionsDocument,
} from '../../data/queries.ts';

/** The filters of households; streets are limited to the selected neighbourhood, if any. */
export const householdFilters = ['neighborhood', 'street', 'household_category', 'house_type'] as const;
export type HouseholdFilter = (typeof householdFilters)[number];

/** The filters with their options; the streets are those of the selected neighbourhood. */
export function useHouseholdFilters(neighborhood: string): ListFilter<HouseholdFilter>[] {
  const t = useText('households');
  const neighborhoods = useOptions(neighborhoodOptionsDocument, (name) =>
    t('address.neighborhood', { name }),
  );
  const streets = useOptions(streetOptionsDocument, (name) => t('address.street', { name }));
  const categories = useOptions(categoryOptionsDocument);
  const there = new Set(
    streets.items
      .filter((street) => String(street.neighborhood_id) === neighborhood)
      .map(({ id }) => Number(id)),
  );
  return [
    {
      key: 'neighborhood',
      label: t('list.neighborhood'),
      any: t('list.anyNeighborhood'),
      options: neighborhoods.options,
      loading: neighborhoods.loading,
    },
    {
      key: 'street',
      label: t('list.street'),
      any: t('list.anyStreet'),
      options:
        neighborhood === '' ? streets.options : streets.options.filter(({ value }) => there.has(value)),
      loading: streets.loading,
    },
    {
      key: 'household_category',
      label: t('list.category'),
      any: t('list.anyCategory'),
      options: categories.options,
      loading: categories.loading,
    },
    {
      key: 'house_type',
      label: t('list.houseType'),
      any: t('list.anyHouseType'),
      options: houseTypes.map((type) => ({ value: type, label: t(`houseTypes.${type}`) })),
    },
  ];
}
