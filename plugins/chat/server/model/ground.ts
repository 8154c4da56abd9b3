import type { EntryBlock } from '../../contract.ts';
import { notFoundWord } from './prompt.ts';

/** What a model said, once it is known to rest on the passages. */
export interface Grounded {
  readonly text: string;
  /** Indices of the passages that it names, in the order of their new numbers. */
  readonly cited: readonly number[];
}

/**
 * Whether words may be shown while they still come: no link, no markup, no code. The start of such a thing is not shown before
 * its end is there, since words are shown whole.
 */
export function isPlain(text: string): boolean {
  return !/https?:|www\.|\]\(|!\[|<\/?[a-z!]|```|javascript:|data:\w+\//i.test(text);
}

/**
 * Holds a model's words against the passages: each passage that it names is there, it names one at least, and every number in it
 * stands in the passages. Null when it is not so, or when it found no answer.
 */
export function ground(said: string, passages: readonly EntryBlock[]): Grounded | null {
  const text = said.trim();
  if (text === '' || text.includes(notFoundWord) || !isPlain(text)) return null;
  const named = [...new Set([...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number) - 1))];
  if (named.length === 0 || named.some((index) => passages[index] === undefined)) return null;
  const known = new Set(passages.flatMap(({ name, text: body }) => numbersOf(`${name} ${body}`)));
  const plain = text.replaceAll(/\[\d+\]/g, '').replaceAll(/^\s*\d+[.)]\s/gm, '');
  if (numbersOf(plain).some((number) => !known.has(number))) return null;
  return {
    text: text.replaceAll(/\[(\d+)\]/g, (_, number) => `[${named.indexOf(Number(number) - 1) + 1}]`),
    cited: named,
  };
}

function numbersOf(text: string): string[] {
  return [...text.matchAll(/\d+/g)].map(([number]) => number);
}
