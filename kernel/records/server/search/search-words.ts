import { digitsOf, maskJshshir, normalizeForSearch } from '#kernel/domain/text/index.ts';
import { sql, type RawBuilder } from 'kysely';

/** A query as patterns that the key must match, all of them, and the number that it may be. */
export interface SearchQuery {
  readonly patterns: readonly string[];
  readonly number: number | null;
  /** All its digits, when it is nothing else. */
  readonly digits: string | null;
}

/** How many digits a JSHSHIR has, and a phone with the code of the country. */
const lengths = { jshshir: 14, phone: 12 } as const;

/** Fewer digits than this are in every phone: they mean a number of a house or of an application. */
export const minPhoneDigits = 4;

/** Whether these digits may stand in a phone; more of them, or others, are of a JSHSHIR alone, and its beginning says it all. */
export function mayBePhone(digits: string): boolean {
  return digits.length <= 9 || (digits.startsWith('998') && digits.length <= lengths.phone);
}

/** No more words than this are looked for; the rest of a long query narrows nothing that a person would notice. */
const maxWords = 6;

/** Reads what a user typed: a number however it is grouped, or words in any script and order. */
export function readSearch(text: string): SearchQuery {
  const digits = digitsOf(text);
  if (/^[\d\s()+№#.-]+$/.test(text) && digits !== '') {
    const number = Number(digits);
    return { patterns: [patternOf(digits)], number: Number.isSafeInteger(number) ? number : null, digits };
  }
  return { patterns: normalizedWords(text).map(patternOf), number: null, digits: null };
}

/** The words of a text that are searched for, normalized. */
export function normalizedWords(text: string): string[] {
  return normalizeForSearch(text)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, maxWords);
}

/** The pattern of a normalized word: three letters are found within one; fewer only where it begins, which the trigrams of the index know too. */
export function patternOf(word: string): string {
  return word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`;
}

/** A text in which `%`, `_` and the backslash stand for themselves in a `like`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * The first and the last JSHSHIR, or phone, that begins with these digits: between them an index of whole numbers finds at
 * once what in the index of threes of digits is everywhere. Null where they are more than it has.
 */
export function rangeOf(digits: string, kind: keyof typeof lengths): readonly [string, string] | null {
  const length = lengths[kind];
  return digits.length > length ? null : [digits.padEnd(length, '0'), digits.padEnd(length, '9')];
}

/** Every word of a text, normalized, is in one of the columns, which hold normalized texts; true for an empty text. */
export function matchesWords(
  text: string | undefined,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  const words = normalizedWords(text ?? '');
  if (words.length === 0) return text?.trim() ? sql`false` : sql`true`;
  const all = words.map((word) => {
    const pattern = `%${escapeLike(word)}%`;
    return sql`(${sql.join(
      columns.map((column) => sql`${column} like ${pattern}`),
      sql` or `,
    )})`;
  });
  return sql`(${sql.join(all, sql` and `)})`;
}

/** The JSHSHIR of a hit, masked as in lists, where the text is a part of it; null otherwise. */
export function foundJshshir(text: string, personalNumber: string | null): string | null {
  const digits = digitsOf(text);
  if (personalNumber === null || digits.length < 5 || /\p{L}/u.test(text)) return null;
  return personalNumber.includes(digits) ? maskJshshir(personalNumber) : null;
}

/** The fields that a person is found by. */
export interface FindablePerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly fatherName: string | null;
  readonly phone: string | null;
  readonly passportSeries: string | null;
  readonly passportNumber: string | null;
  readonly personalNumber: string | null;
}

/** The text under which a person is indexed; each of its words begins after a space. */
export function personKey(person: FindablePerson): string {
  const { lastName, firstName, fatherName, phone, passportSeries, passportNumber, personalNumber } = person;
  const names = normalizeForSearch([lastName, firstName, fatherName ?? ''].join(' '));
  const passport = normalizeForSearch(`${passportSeries ?? ''}${passportNumber ?? ''}`);
  return ['', names, phone ?? '', passport, personalNumber ?? ''].join(' ').replace(/ +/g, ' ').trimEnd();
}
