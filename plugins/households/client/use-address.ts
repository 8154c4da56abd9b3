import { useName, useText } from '#kernel/client/index.ts';
import type { Household } from '../contract.ts';

type Place = Pick<Household, 'neighborhood' | 'street' | 'house_number' | 'apartment_number'>;

/** Writes an address as people do: `Navoiy MFY, Bogʻ ko'chasi, 12-uy, 5-xonadon`. */
export function useAddress(): (place: Place) => string {
  const t = useText('households');
  const nameOf = useName();
  return ({ neighborhood, street, house_number: house, apartment_number: apartment }) =>
    [
      t('address.neighborhood', { name: nameOf(neighborhood) }),
      t('address.street', { name: nameOf(street) }),
      t('address.house', { number: house }),
      ...(apartment === null ? [] : [t('address.apartment', { number: apartment })]),
    ].join(', ');
}
