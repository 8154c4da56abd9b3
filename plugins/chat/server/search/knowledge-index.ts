import MiniSearch, { type SearchResult } from 'minisearch';
import { languages, type Language } from '#kernel/contract/index.ts';
import type { KnowledgeText } from '#kernel/contract/knowledge.ts';
import { questionWordsOf, wordsOf } from './words.ts';

/** What can be found: an entry in both languages. */
export interface Findable extends Readonly<Record<Language, KnowledgeText>> {
  readonly id: number;
}

/** An entry that may answer a question. */
export interface Found<Entry> {
  readonly entry: Entry;
  /** From 0 to 1: how much of the question it speaks of, and how much of what it speaks of was asked. */
  readonly confidence: number;
}

/** What a question found in the language in which it seems to be asked, the best first. */
export interface Finding<Entry> {
  readonly language: Language;
  readonly found: readonly Found<Entry>[];
}

/** Finds entries by questions. */
export interface KnowledgeIndex<Entry> {
  find(question: string, preferred: Language, may: (entry: Entry) => boolean): Finding<Entry>;
}

/** At this confidence and above an entry is an answer; below, the assistant says that it does not know. */
export const sureEnough = 0.5;

/** How much more than the rarest word one says that no entry is asked with: whoever uses it mostly asks of something else. */
const strangeness = 1.3;

/** Makes the index of some hundreds of entries, in a few milliseconds. */
export function createIndex<Entry extends Findable>(entries: readonly Entry[]): KnowledgeIndex<Entry> {
  const parts = new Map(languages.map((language) => [language, createPart(entries, language)]));
  return {
    find(question, preferred, may) {
      const findings = languages.map((language) => {
        const found = (parts.get(language)?.(question) ?? []).filter(({ entry }) => may(entry));
        return {
          language,
          found,
          weight: (found[0]?.confidence ?? 0) + leaning(question, language, preferred),
        };
      });
      const [first, second] = findings as [(typeof findings)[0], (typeof findings)[0]];
      const { language, found } = second.weight > first.weight ? second : first;
      return { language, found };
    },
  };
}

/** Of two languages that find equally well, the one whose letters the question has, else the one that the asker reads. */
function leaning(question: string, language: Language, preferred: Language): number {
  const isUzbek = /[\u040E\u045E\u0492\u0493\u049A\u049B\u04B2\u04B3]/u.test(question);
  const isRussian = /[\u044B\u042B\u0449\u0429]/u.test(question);
  const isLatin = /[a-z]/i.test(question) && !/\p{Script=Cyrillic}/u.test(question);
  const written = isUzbek || isLatin ? 'uz' : isRussian ? 'ru' : null;
  return (written === language ? 0.15 : 0) + (preferred === language ? 0.02 : 0);
}

/** An entry as the index of one language holds it. */
interface Held {
  readonly id: number;
  /** The words of all ways to ask, and those of the answer. */
  readonly asks: string;
  readonly text: string;
}

/** A question's word and what of an entry it stands for: its own word there, and how near that is. */
interface Match {
  readonly nearness: number;
  /** The words of the entry, each with whether a way to ask has it. */
  readonly words: ReadonlyMap<string, boolean>;
}

function createPart<Entry extends Findable>(entries: readonly Entry[], language: Language) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const ways = new Map(entries.map((entry) => [entry.id, waysToAsk(entry[language], language)]));
  const index = new MiniSearch<Held>({
    fields: ['asks', 'text'],
    tokenize: (words) => words.split(' ').filter((one) => one !== ''),
    processTerm: (term) => term,
  });
  index.addAll(
    entries.map((entry) => ({
      id: entry.id,
      asks: (ways.get(entry.id) ?? []).flat().join(' '),
      text: wordsOf(entry[language].text, language).join(' '),
    })),
  );
  const counts = countWays(ways);
  const weightOf = rarity(entries.length, counts);
  const texts = new Set(entries.flatMap((entry) => wordsOf(entry[language].text, language)));
  const isKnown = (word: string): boolean => counts.has(word) || texts.has(word);

  return function find(question: string): Found<Entry>[] {
    const words = [...new Set(questionWordsOf(question, language, isKnown))].slice(0, 40);
    const matches = words.map((word) => matchesOf(index, word));
    const ids = new Set(matches.flatMap((match) => [...match.keys()]));
    const whole = sum(words.map((word, at) => weightOf(nearest(matches[at]) ?? word)));
    const found = [...ids].flatMap((id): Found<Entry>[] => {
      const entry = byId.get(id);
      if (!entry) return [];
      const own = words.flatMap((word, at) => {
        const match = matches[at]?.get(id);
        return match ? [{ weight: weightOf(nearest(matches[at]) ?? word), match }] : [];
      });
      const spoken = sum(
        own.map(({ weight, match }) => weight * match.nearness * (isAsked(match) ? 1 : 0.5)),
      );
      const likeness = Math.max(
        0,
        ...(ways.get(id) ?? []).map((way) => likenessOf(way, own, whole, weightOf)),
      );
      return [{ entry, confidence: 0.5 * (spoken / whole) + 0.5 * likeness }];
    });
    return found.toSorted((a, b) => b.confidence - a.confidence || a.entry.id - b.entry.id);
  };
}

/** The words of the question that an entry answers, and of each other way to ask it. */
function waysToAsk({ name, asks }: KnowledgeText, language: Language): string[][] {
  return [name, ...asks.split('\n')]
    .map((way) => [...new Set(wordsOf(way, language))])
    .filter((way) => way.length > 0);
}

/** How many entries are asked with a word. */
function countWays(ways: ReadonlyMap<number, string[][]>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const own of ways.values()) {
    for (const word of new Set(own.flat())) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** How much a word says: the fewer entries are asked with it, the more. */
function rarity(entries: number, counts: ReadonlyMap<string, number>): (word: string) => number {
  const unheard = strangeness * Math.log(1 + entries);
  return (word) => {
    const count = counts.get(word);
    return count === undefined ? unheard : Math.log(1 + entries / (1 + count));
  };
}

/** Which entries have a word, as it is, as the beginning of theirs, or with a slip of the hand in it. */
function matchesOf(index: MiniSearch<Held>, word: string): Map<number, Match> {
  const results = index.search(word, {
    prefix: word.length > 3,
    fuzzy: word.length > 6 ? 2 : word.length > 3 ? 1 : false,
    maxFuzzy: 2,
  });
  return new Map(results.map((result) => [Number(result.id), matchOf(word, result)]));
}

function matchOf(word: string, { match }: SearchResult): Match {
  const words = new Map(Object.entries(match).map(([own, fields]) => [own, fields.includes('asks')]));
  return { words, nearness: Math.max(...[...words.keys()].map((own) => nearnessOf(word, own))) };
}

function nearnessOf(word: string, own: string): number {
  if (own === word) return 1;
  return own.startsWith(word) ? 0.6 + 0.4 * (word.length / own.length) : 0.8;
}

/** The word of the index for which a word of the question stands, when none is as it was written. */
function nearest(match: ReadonlyMap<number, Match> | undefined): string | undefined {
  let best: { own: string; nearness: number } | undefined;
  for (const { words, nearness } of match?.values() ?? []) {
    const [own] = words.keys();
    if (own !== undefined && nearness > (best?.nearness ?? 0)) best = { own, nearness };
  }
  return best?.own;
}

function isAsked({ words }: Match): boolean {
  return [...words.values()].includes(true);
}

/** How like the question is to one way to ask: 1 when they have the same words. */
function likenessOf(
  way: readonly string[],
  own: readonly { readonly weight: number; readonly match: Match }[],
  whole: number,
  weightOf: (word: string) => number,
): number {
  const shared = own.filter(({ match }) => way.some((word) => match.words.has(word)));
  const common = sum(shared.map(({ weight, match }) => weight * match.nearness));
  return (2 * common) / (whole + sum(way.map(weightOf)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
