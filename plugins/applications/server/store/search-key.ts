import { fold, foldDigits } from '#kernel/contract/text/index.ts';

/** What an application is found by. */
export interface Findable {
  readonly firstName: string;
  readonly lastName: string;
  readonly fatherName: string | null;
  readonly phone: string | null;
  readonly passportSeries: string | null;
  readonly passportNumber: string | null;
  readonly personalNumber: string | null;
}

/** The text under which an application is indexed; each of its words begins after a space. */
export function searchKey(author: Findable): string {
  const { lastName, firstName, fatherName, phone, passportSeries, passportNumber, personalNumber } = author;
  const names = fold([lastName, firstName, fatherName ?? ''].join(' '));
  const passport = fold(`${passportSeries ?? ''}${passportNumber ?? ''}`);
  return ['', names, phone ?? '', passport, personalNumber ?? ''].join(' ').replace(/ +/g, ' ').trimEnd();
}

/** A query as patterns that the key must match, all of them, and the number that it may be. */
export interface SearchQuery {
  readonly patterns: readonly string[];
  readonly number: number | null;
}

/** No more words than this are looked for; the rest of a long query narrows nothing that a person would notice. */
const mostWords = 6;

/** Reads what somebody typed: a number however it is grouped, or words in any script and order. */
export function readSearch(text: string): SearchQuery {
  const digits = foldDigits(text);
  if (/^[\d\s()+№#.-]+$/.test(text) && digits !== '') {
    const number = Number(digits);
    return { patterns: [patternOf(digits)], number: Number.isSafeInteger(number) ? number : null };
  }
  const words = fold(text)
    .split(' ')
    .filter((word) => word !== '');
  return { patterns: words.slice(0, mostWords).map(patternOf), number: null };
}

/** Three letters are found within a word; fewer only where a word begins, which the trigrams of the index know too. */
function patternOf(word: string): string {
  const literal = word.replace(/[\\%_]/g, '\\$&');
  return word.length < 3 ? `% ${literal}%` : `%${literal}%`;
}
