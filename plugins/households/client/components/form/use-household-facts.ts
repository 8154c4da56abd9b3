import { useText } from '#kernel/client/index.ts';
import { useOptions, type Fact } from '#kernel/records/client/index.ts';
import { findOption } from '#kernel/client/ui/index.ts';
import {
  categoryOptionsDocument,
  directionOptionsDocument,
  neighborhoodOptionsDocument,
  streetOptionsDocument,
} from '../../queries.ts';
import type { HouseholdValues } from './values.ts';

/** What the fields say of a household, in words, to lay two versions side by side. */
export function useHouseholdFacts(): (values: HouseholdValues) => Fact[] {
  const t = useText('households');
  const { options: neighborhoods } = useOptions(neighborhoodOptionsDocument);
  const { options: streets } = useOptions(streetOptionsDocument);
  const { options: categories } = useOptions(categoryOptionsDocument);
  const { options: directions } = useOptions(directionOptionsDocument);
  return (values) => [
    { label: t('list.category'), text: findOption(categories, values.household_category_id)?.label ?? '' },
    { label: t('list.neighborhood'), text: findOption(neighborhoods, values.neighborhood_id)?.label ?? '' },
    { label: t('list.street'), text: findOption(streets, values.street_id)?.label ?? '' },
    { label: t('list.houseType'), text: t(`houseTypes.${values.house_type}`) },
    { label: t('form.houseNumber'), text: String(values.house_number ?? '') },
    { label: t('form.apartmentNumber'), text: String(values.apartment_number ?? '') },
    {
      label: t('form.citizens'),
      text: values.citizens.map((citizen) => `${citizen.full_name} ${citizen.personal_number}`).join('; '),
    },
    { label: t('form.able_to_work'), text: String(values.able_to_work ?? 0) },
    { label: t('form.unemployed'), text: String(values.unemployed ?? 0) },
    { label: t('form.informal'), text: String(values.informal ?? 0) },
    {
      label: t('form.directions'),
      text: values.directions
        .map(
          ({ direction_id, quantity }) =>
            `${findOption(directions, direction_id)?.label ?? ''}: ${quantity ?? ''}`,
        )
        .join('; '),
    },
    { label: t('form.pin'), text: values.coords?.join(', ') ?? '' },
  ];
}
