import type { Source } from './sources.ts';

/** The number of words that can be read in five minutes, at 250 a minute. */
export const maxPageWords = 1250;

/** The maximum for a decision, one printed page without its tables. */
export const maxDecisionWords = 750;

/**
 * The number of words of a Markdown page as displayed: without code blocks, names of tests that prove a row,
 * link addresses, and table rules.
 */
export function countWords(
  text: string,
  { tables }: { readonly tables: boolean } = { tables: true },
): number {
  return text
    .replaceAll(/^ *```.*?^ *```/gms, '')
    .replaceAll(/`[^`]* › [^`]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split('\n')
    .filter((line) => tables || !/^\s*\|/.test(line))
    .flatMap((line) => line.split(/\s+/))
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The anchors of a page, as GitHub derives them from its headings. */
export function anchorsOf(text: string): readonly string[] {
  return [...text.replaceAll(/^ *```.*?^ *```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The links of a page to other files and headings of the repository. */
export function linksOf({ text }: Source): readonly string[] {
  return [...text.replaceAll(/^ *```.*?^ *```/gms, '').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(
    ([, link = '']) => link,
  );
}
