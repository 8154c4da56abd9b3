import { digitsOf, maskJshshir, normalizeForSearch } from '#kernel/domain/text/index.ts';
import { sql, type RawBuilder } from 'kysely';

/** A search query: patterns that the key must all match, and the digits if it may be a number. */
export interface SearchQuery {
  readonly patterns: readonly string[];
  readonly number: number | null;
  /** All its digits, if it consists only of digits. */
  readonly digits: string | null;
}

/** The number of digits of a JSHSHIR, and of a phone with country code. */
const lengths = { jshshir: 14, phone: 12 } as const;

/** The minimum number of digits to search phones; fewer are a house or application number. */
export const minPhoneDigits = 4;

/** Whether these digits can be part of a phone number; otherwise they can only be the beginning of a JSHSHIR. */
export function mayBePhone(digits: string): boolean {
  return digits.length <= 9 || (digits.startsWith('998') && digits.length <= lengths.phone);
}

/** The maximum number of words of a query; further ones hardly reduce the hits. */
const maxWords = 6;

/** Parses a search text: a number in any grouping, or words in any script and order. */
export function readSearch(text: string): SearchQuery {
  const digits = digitsOf(text);
  if (/^[\d\s()+№#.-]+$/.test(text) && digits !== '') {
    const number = Number(digits);
    return { patterns: [patternOf(digits)], number: Number.isSafeInteger(number) ? number : null, digits };
  }
  return { patterns: normalizedWords(text).map(patternOf), number: null, digits: null };
}

/** The normalized words of a search text. */
export function normalizedWords(text: string): string[] {
  return normalizeForSearch(text)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, maxWords);
}

/**
 * The pattern of a normalized word: three or more letters match anywhere, fewer only at the beginning of a word, since
 * trigrams support that too.
 */
export function patternOf(word: string): string {
  return word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`;
}

/** Escapes `%`, `_` and the backslash of a text for `like`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * The first and the last JSHSHIR, or phone, that begins with these digits, for a range scan of an index of numbers,
 * since trigrams of digits are not selective. Null if there are too many digits.
 */
export function rangeOf(digits: string, kind: keyof typeof lengths): readonly [string, string] | null {
  const length = lengths[kind];
  return digits.length > length ? null : [digits.padEnd(length, '0'), digits.padEnd(length, '9')];
}

/**
 * The condition that every normalized word of a text is in one of the columns with normalized texts; true for an empty text.
 */
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

/** The JSHSHIR of a hit, masked as in lists, if it contains the search text; otherwise null. */
export function foundJshshir(text: string, personalNumber: string | null): string | null {
  const digits = digitsOf(text);
  if (personalNumber === null || digits.length < 5 || /\p{L}/u.test(text)) return null;
  return personalNumber.includes(digits) ? maskJshshir(personalNumber) : null;
}

/** The fields by which a person is found. */
export interface SearchablePerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly fatherName: string | null;
  readonly phone: string | null;
  readonly passportSeries: string | null;
  readonly passportNumber: string | null;
  readonly personalNumber: string | null;
}

/** The search key of a person; each of its words begins after a space. */
export function personKey(person: SearchablePerson): string {
  const { lastName, firstName, fatherName, phone, passportSeries, passportNumber, personalNumber } = person;
  const names = normalizeForSearch([lastName, firstName, fatherName ?? ''].join(' '));
  const passport = normalizeForSearch(`${passportSeries ?? ''}${passportNumber ?? ''}`);
  return ['', names, phone ?? '', passport, personalNumber ?? ''].join(' ').replace(/ +/g, ' ').trimEnd();
}
