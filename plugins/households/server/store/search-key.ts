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

/** The text under which a household is indexed; each of its words begins after a space. */
export function searchKey({
  houseNumber,
  houseSuffix,
  apartmentNumber,
  citizens,
}: SearchableHousehold): string {
  const people = citizens.map(
    ({ full_name, personal_number }) => `${normalizeForSearch(full_name)} ${personal_number}`,
  );
  // `12A` is searched as written; of `12/3` both numbers are, since a query is divided at strokes.
  // Its letter is found by the Cyrillic one that looks the same too.
  const suffixes = houseSuffix === null ? [''] : [houseSuffix, toCyrillicLookAlikes(houseSuffix)];
  const house = suffixes.flatMap((suffix) => normalizeForSearch(`${houseNumber}${suffix}`).split('/'));
  const numbers = ['', ...new Set([String(houseNumber), ...house]), apartmentNumber ?? ''];
  // A space follows every number, also the last one: numbers are found whole.
  return [...numbers, ...(people.length > 0 ? people : [''])].join(' ').replace(/ +/g, ' ');
}

/** A word of a query: what the key must match, and whether a street may be meant. */
export interface SearchWord {
  readonly pattern: string;
  /** For names of places; null for a number. */
  readonly place: string | null;
  /** A whole one, which no part of another number is; null for anything else. */
  readonly jshshir: string | null;
}

/** Words that say what a part of an address is, folded; they narrow nothing. */
const addressWords = new Set(listed.map(normalizeForSearch));

/** The name of a place by itself, folded: `Navoiy ko'chasi`, `улица Навоий` and `Navoiy` are one. */
export function placeKey(text: string): string {
  const words = normalizeForSearch(text.replace(/\.(?=\s|$)/g, ' ')).split(' ');
  const significant = words.filter((word) => !addressWords.has(word));
  return (significant.length > 0 ? significant : words).join(' ');
}

/** Reads what a person typed: a JSHSHIR however it is grouped, or an address and names in any script and order. */
export function readHouseholdSearch(text: string): SearchWord[] {
  const isNumber = /^[\d\s]+$/.test(text) && text.replace(/\s/g, '').length > 6;
  const words = normalizedWords(
    isNumber ? text.replace(/\s/g, '') : text.replace(/[,;:№#/-]+|\.(?=\s|$)/g, ' '),
  );
  const significant = words.filter((word) => !addressWords.has(word));
  return (significant.length > 0 ? significant : words).map((word) => {
    if (!/^\d+$/.test(word)) return { pattern: patternOf(word), place: word, jshshir: null };
    const pattern = word.length < 6 ? `% ${word} %` : patternOf(word);
    return { pattern, place: null, jshshir: word.length === 14 ? word : null };
  });
}
