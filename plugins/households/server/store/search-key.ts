import { normalizeForSearch, toCyrillicLookAlikes } from '#kernel/domain/text/index.ts';
import { normalizedWords, patternOf } from '#kernel/plugin-api/server.ts';
import listed from './address-words.json' with { type: 'json' };

/** The search key of a household; street and neighbourhood are searched by their own names. */
export interface SearchableHousehold {
  readonly houseNumber: number;
  readonly houseSuffix: string | null;
  readonly apartmentNumber: number | null;
  readonly citizens: readonly { readonly full_name: string; readonly personal_number: string }[];
}

/** The text under which a household is indexed; each word follows a space. */
export function searchKey({
  houseNumber,
  houseSuffix,
  apartmentNumber,
  citizens,
}: SearchableHousehold): string {
  const people = citizens.map(
    ({ full_name, personal_number }) => `${normalizeForSearch(full_name)} ${personal_number}`,
  );
  // `12A` is searched as written; of `12/3` both numbers are, since a query is split at slashes. The letter
  // also matches the Cyrillic one that looks the same.
  const suffixes = houseSuffix === null ? [''] : [houseSuffix, toCyrillicLookAlikes(houseSuffix)];
  const house = suffixes.flatMap((suffix) => normalizeForSearch(`${houseNumber}${suffix}`).split('/'));
  const numbers = ['', ...new Set([String(houseNumber), ...house]), apartmentNumber ?? ''];
  // A space follows every number, including the last: numbers match only as a whole.
  return [...numbers, ...(people.length > 0 ? people : [''])].join(' ').replace(/ +/g, ' ');
}

/** A word of a query: the pattern for the key, and whether it may be a street. */
export interface SearchWord {
  readonly pattern: string;
  /** For names of places; null for a number. */
  readonly address: string | null;
  /** A complete JSHSHIR, which is never part of another number; null for anything else. */
  readonly jshshir: string | null;
}

/** Normalized words for the parts of an address; they are ignored. */
const addressWords = new Set(listed.map(normalizeForSearch));

/**
 * The normalized name of a place without its type: `Navoiy ko'chasi`, `улица Навоий` and `Navoiy` are the
 * same.
 */
export function addressKey(text: string): string {
  const words = normalizeForSearch(text.replace(/\.(?=\s|$)/g, ' ')).split(' ');
  const significant = words.filter((word) => !addressWords.has(word));
  return (significant.length > 0 ? significant : words).join(' ');
}

/** Parses a search text: a JSHSHIR in any grouping, or an address and names in any script and order. */
export function readHouseholdSearch(text: string): SearchWord[] {
  const isNumber = /^[\d\s]+$/.test(text) && text.replace(/\s/g, '').length > 6;
  const words = normalizedWords(
    isNumber ? text.replace(/\s/g, '') : text.replace(/[,;:№#/-]+|\.(?=\s|$)/g, ' '),
  );
  const significant = words.filter((word) => !addressWords.has(word));
  return (significant.length > 0 ? significant : words).map((word) => {
    if (!/^\d+$/.test(word)) return { pattern: patternOf(word), address: word, jshshir: null };
    const pattern = word.length < 6 ? `% ${word} %` : patternOf(word);
    return { pattern, address: null, jshshir: word.length === 14 ? word : null };
  });
}
