import type { Language } from '#kernel/domain/text/languages.ts';
import type { KnowledgeText } from '#kernel/contract/knowledge.ts';
import { otherQuestions } from './elsewhere.ts';
import { gather, nearest, sum, type Asked, type Having, type Way } from './matching.ts';
import { createSpeller } from './spelling.ts';
import { createReader, lexicon, type Word } from './words.ts';

/** How much more than the rarest word a word says that nobody knows, and one of other things altogether. */
const strangeness = { unknown: 1.3, elsewhere: 3 } as const;

/** Stands for all questions that are of something else, as if they were an entry. */
export const elsewhere = Symbol('elsewhere');
export type Elsewhere = typeof elsewhere;

/** What is learnt of entries in one language. */
export interface Learnt<Entry> {
  readonly ways: ReadonlyMap<Entry | Elsewhere, readonly Way[]>;
  /** The entries that are asked with a word, and those whose answer has it. */
  readonly askedBy: Having<Entry | Elsewhere>;
  readonly toldBy: Having<Entry | Elsewhere>;
  /** What a word of a question stands for and says; nothing when it is an empty one. */
  read(word: Word): Asked | null;
}

/** Learns with which words entries are asked, and how much each word says. */
export function learn<Entry extends Readonly<Record<Language, KnowledgeText>>>(
  entries: readonly Entry[],
  language: Language,
): Learnt<Entry> {
  const words = lexicon(language);
  const reader = createReader(language);
  const asks = new Map<Entry | Elsewhere, string[][]>();
  for (const entry of entries) {
    asks.set(entry, waysToAsk([entry[language].name, ...entry[language].asks.split('\n')], reader.read));
  }
  const known = new Set([...asks.values()].flat(2));
  asks.set(elsewhere, waysToAsk(otherQuestions[language], reader.read));
  const askedBy = gather([...asks.keys()], (entry) => (asks.get(entry) ?? []).flat());
  const toldBy = gather<Entry | Elsewhere>(entries, (entry) =>
    entry === elsewhere ? [] : reader.read(entry[language].text),
  );
  const speller = createSpeller(reader.forms, words);
  const rarest = Math.log(1 + entries.length);
  const weightOf = (word: string): number => {
    const count = askedBy.get(word)?.size ?? 0;
    return count === 0 ? strangeness.unknown * rarest : Math.log(1 + entries.length / (1 + count));
  };
  const wayOf = (way: readonly string[]): Way => ({ words: way, weight: sum(way.map(weightOf)) });
  return {
    ways: new Map([...asks].map(([entry, own]) => [entry, own.map(wayOf)])),
    askedBy,
    toldBy,
    read(word) {
      if (words.elsewhere.has(word.word) && !known.has(word.word)) {
        return { meanings: new Map([[word.word, 1]]), weight: strangeness.elsewhere * rarest };
      }
      const meanings = speller.read(word);
      return meanings && { meanings, weight: weightOf(nearest(meanings) ?? word.word) };
    },
  };
}

/** The words of each way to ask. */
function waysToAsk(texts: readonly string[], read: (text: string) => string[]): string[][] {
  return texts.map((way) => [...new Set(read(way))]).filter((way) => way.length > 0);
}
