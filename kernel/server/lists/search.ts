import { sql, type RawBuilder } from 'kysely';
import { fold, foldDigits } from '#kernel/contract/text/index.ts';

/** No more words than this are looked for; the rest of a long query narrows nothing that a person would notice. */
const mostWords = 6;

/** Every word of a text, folded, stands in one of the columns, which hold folded texts; true for an empty text. */
export function matchesFolded(
  text: string | undefined,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  const words = wordsOf(text ?? '');
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

/** What a search key must match, all of it, and the number that was typed, if it was one. */
export interface SearchPatterns {
  readonly patterns: readonly string[];
  readonly number: number | null;
}

/**
 * Reads what somebody typed into patterns for a search key, in which each word begins after a space: a number however it is
 * grouped, or words in any script and order.
 */
export function readSearch(text: string): SearchPatterns {
  const digits = foldDigits(text);
  if (/^[\d\s()+№#.-]+$/.test(text) && digits !== '') {
    const number = Number(digits);
    return { patterns: [patternOf(digits)], number: Number.isSafeInteger(number) ? number : null };
  }
  return { patterns: wordsOf(text).map(patternOf), number: null };
}

/** A text in which `%`, `_` and the backslash stand for themselves in a `like`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, mostWords);
}

/** Three letters are found within a word; fewer only where a word begins, which the trigrams of an index know too. */
function patternOf(word: string): string {
  return word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`;
}
