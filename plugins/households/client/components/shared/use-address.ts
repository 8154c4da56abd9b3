import { useName, useText } from '#kernel/client/index.ts';
import type { Household } from '../../../contract.ts';

type Place = Pick<Household, 'neighborhood' | 'street' | 'house_number' | 'apartment_number'>;

/** Writes addresses as people do: `Navoiy MFY, Bogʻ ko'chasi, 12-uy, 5-xonadon`. */
export function useAddress() {
  const t = useText('households');
  const nameOf = useName();

  function neighborhoodOf({ neighborhood }: Place): string {
    return t('address.neighborhood', { name: nameOf(neighborhood) });
  }

  /** What comes after the neighbourhood: the street, the house, the flat. */
  function houseOf({ street, house_number: house, apartment_number: apartment }: Place): string[] {
    return [
      t('address.street', { name: nameOf(street) }),
      t('address.house', { number: house }),
      ...(apartment === null ? [] : [t('address.apartment', { number: apartment })]),
    ];
  }

  return {
    neighborhoodOf,
    houseOf,
    addressOf: (place: Place) => [neighborhoodOf(place), ...houseOf(place)].join(', '),
  };
}
