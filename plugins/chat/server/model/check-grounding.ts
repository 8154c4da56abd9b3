import type { EntryBlock } from '../../contract.ts';
import { notFoundWord } from './prompt.ts';

/** A model's text that rests on the passages. */
export interface GroundedText {
  readonly text: string;
  /** Indices of the cited passages, in the order of their new numbers. */
  readonly cited: readonly number[];
}

/**
 * Whether text may be shown while it streams: no link, no markup, no code. Only whole words are shown, so
 * that the start of a link never appears.
 */
export function isPlainText(text: string): boolean {
  return !/https?:|www\.|\]\(|!\[|<\/?[a-z!]|```|javascript:|data:\w+\//i.test(text);
}

/**
 * Checks a model's text against the passages: it must cite at least one, every cited passage must exist, and
 * every number must occur in the passages. Returns null otherwise, or if the model found no answer.
 */
export function checkGrounding(output: string, passages: readonly EntryBlock[]): GroundedText | null {
  const text = output.trim();
  if (text === '' || text.includes(notFoundWord) || !isPlainText(text)) return null;
  const cited = [...new Set([...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number) - 1))];
  if (cited.length === 0 || cited.some((index) => passages[index] === undefined)) return null;
  const knownNumbers = new Set(passages.flatMap(({ name, text: body }) => numbersOf(`${name} ${body}`)));
  const plain = text.replaceAll(/\[\d+\]/g, '').replaceAll(/^\s*\d+[.)]\s/gm, '');
  if (numbersOf(plain).some((number) => !knownNumbers.has(number))) return null;
  return {
    text: text.replaceAll(/\[(\d+)\]/g, (_, number) => `[${cited.indexOf(Number(number) - 1) + 1}]`),
    cited,
  };
}

function numbersOf(text: string): string[] {
  return [...text.matchAll(/\d+/g)].map(([number]) => number);
}
