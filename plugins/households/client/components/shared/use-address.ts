import { removeRecord, useName, useText } from '#kernel/plugin-api/client.ts';
import type { Household } from '../../../contract.ts';
import { householdsDocument, type ListedHousehold } from '../../data/queries.ts';

type AddressParts = Pick<
  Household,
  'neighborhood' | 'street' | 'house_number' | 'house_suffix' | 'apartment_number'
>;

/** Formats addresses: `Navoiy MFY, Bogʻ ko'chasi, 12-uy, 5-xonadon`. */
export function useAddress() {
  const t = useText('households');
  const nameOf = useName();

  function neighborhoodOf({ neighborhood }: AddressParts): string {
    return t('address.neighborhood', { name: nameOf(neighborhood) });
  }

  /** The address without the neighbourhood: street, house, flat. */
  function houseOf({
    street,
    house_number,
    house_suffix,
    apartment_number: apartment,
  }: AddressParts): string[] {
    return [
      t('address.street', { name: nameOf(street) }),
      t('address.house', { number: `${house_number}${house_suffix ?? ''}` }),
      ...(apartment === null ? [] : [t('address.apartment', { number: apartment })]),
    ];
  }

  return {
    neighborhoodOf,
    houseOf,
    addressOf: (address: AddressParts) => [neighborhoodOf(address), ...houseOf(address)].join(', '),
  };
}

/** The path of the list, to which the user returns from a form and after deleting. */
export const listPath = '/households/list';

/** Deletes a household after a confirmation that shows its address. */
export function useRemoval(): (household: ListedHousehold, onRemoved?: () => void) => Promise<void> {
  const t = useText('households');
  const { addressOf } = useAddress();
  return async (household, onRemoved) => {
    const gone = await removeRecord({
      path: `households/${household.id}`,
      version: household.updatedAt,
      title: t('deleteTitle'),
      text: addressOf(household),
      done: t('deleted'),
      documents: [householdsDocument],
    });
    if (gone) onRemoved?.();
  };
}
