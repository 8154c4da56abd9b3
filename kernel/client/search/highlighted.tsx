import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { normalizeForSearch } from '#kernel/domain/text/normalize-for-search.ts';

/** A text with the matches of the query highlighted. */
export function Highlighted({ text, query }: { readonly text: string; readonly query: string }) {
  const parts: ReactNode[] = [];
  let last = 0;
  for (const [start, end] of query === '' ? [] : marksIn(text, query)) {
    parts.push(text.slice(last, start), <Highlight key={start}>{text.slice(start, end)}</Highlight>);
    last = end;
  }
  return (
    <>
      {parts}
      {text.slice(last)}
    </>
  );
}

/** A match in a text: its start, and its end (exclusive). */
export type Mark = readonly [start: number, end: number];

/**
 * Positions of a query's words in a text, in any script; a word that matches only in normalized form is marked as a
 * whole.
 */
export function marksIn(text: string, query: string): Mark[] {
  const digits = query.replace(/[\s()+№#.-]/g, '');
  const found = /^\d{2,}$/.test(digits) ? digitMarks(text, digits) : wordMarks(text, query);
  return merge(found);
}

/** The position of the digits of a number, however it is grouped. */
function digitMarks(text: string, digits: string): Mark[] {
  const digitIndices = Array.from(text.matchAll(/\d/g), ({ index }) => index);
  const all = digitIndices.map((index) => text[index]).join('');
  const start = all.indexOf(digits);
  if (start < 0) return wordMarks(text, digits);
  const [from, to] = [digitIndices[start], digitIndices[start + digits.length - 1]];
  return from === undefined || to === undefined ? [] : [[from, to + 1]];
}

function wordMarks(text: string, query: string): Mark[] {
  const queryWords = normalizeForSearch(query).split(' ').filter(Boolean);
  return Array.from(text.matchAll(/\S+/g)).flatMap(({ 0: word, index }) =>
    queryWords.flatMap((part) => {
      const mark = markWithin(word, part);
      return mark ? [[index + mark[0], index + mark[1]] as const] : [];
    }),
  );
}

/**
 * The shortest part of a word that normalizes to the wanted letters; an apostrophe after it belongs to its last letter.
 */
function markWithin(word: string, queryWord: string): Mark | null {
  if (!normalizeForSearch(word).includes(queryWord)) return null;
  for (let start = 0; start < word.length; start++) {
    for (let end = start + 1; end <= word.length; end++) {
      const part = normalizeForSearch(word.slice(start, end));
      if (part === queryWord) return [start, apostrophesAfter(word, end)];
      if (part.length > queryWord.length + 2) break;
    }
  }
  return [0, word.length];
}

function apostrophesAfter(word: string, end: number): number {
  let next = end;
  while (next < word.length && normalizeForSearch(word[next] ?? '') === '') next++;
  return next;
}

function merge(marks: readonly Mark[]): Mark[] {
  const merged: [number, number][] = [];
  for (const [start, end] of marks.toSorted((one, other) => one[0] - other[0] || one[1] - other[1])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

const Highlight = styled.mark`
  border-radius: 3px;
  background: color-mix(in srgb, var(--accent) 20%, transparent);
  color: inherit;
`;
