import type { Language } from '#kernel/domain/text/languages.ts';
import { localizedName } from '#kernel/domain/text/index.ts';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import type { Household } from '../contract.ts';

/** The parts of an address. */
export type AddressParts = Pick<
  Household,
  'neighborhood' | 'street' | 'house_type' | 'house_number' | 'house_suffix' | 'apartment_number'
>;

/** A formatted address: `Navoiy MFY, Bogʻ ko'chasi, 12-uy, 5-xonadon`. */
export function addressOf(
  address: AddressParts,
  language: Language,
  { text }: Pick<ServerContext, 'text'>,
): string {
  const { neighborhood, street, house_number, house_suffix, apartment_number } = address;
  return [
    text(language, 'households:address.neighborhood', { name: localizedName(neighborhood, language) }),
    text(language, 'households:address.street', { name: localizedName(street, language) }),
    text(language, 'households:address.house', { number: `${house_number}${house_suffix ?? ''}` }),
    ...(apartment_number === null
      ? []
      : [text(language, 'households:address.apartment', { number: apartment_number })]),
  ].join(', ');
}
