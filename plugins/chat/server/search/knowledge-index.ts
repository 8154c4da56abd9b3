import { languages, type Language } from '#kernel/contract/index.ts';
import type { KnowledgeText } from '#kernel/contract/knowledge.ts';
import { otherQuestions } from './elsewhere.ts';
import { languageOf } from './language-of.ts';
import { createSpeller, type Meanings } from './spelling.ts';
import { anyNumber, createReader, lexicon, readWords, type Word } from './words.ts';

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
export const sureEnough = 0.48;

/** How the parts of a confidence count: of the question's words, of the ways to ask, of the second way beside the best. */
const parts = { spoken: 0.4, like: 0.6, second: 0.3 } as const;

/** How little of the likeness it takes away that a question says more than a way to ask: people tell how it came about. */
const wordiness = 0.35;

/** The most words of a question that are looked at. */
const longest = 40;

/** How much a word counts that only the answer has, and not the ways to ask. */
const inText = 0.6;

/** How much more than the rarest word a word says that nobody knows, and one of other things altogether. */
const strangeness = { unknown: 1.3, elsewhere: 3 } as const;

/** Makes the index of some hundreds of entries, in some tens of milliseconds. */
export function createIndex<Entry extends Findable>(entries: readonly Entry[]): KnowledgeIndex<Entry> {
  const finders = new Map(languages.map((language) => [language, createFinder(entries, language)]));
  return {
    find(question, preferred, may) {
      const findings = languages.map((language) => {
        const found = (finders.get(language)?.(question) ?? []).filter(({ entry }) => may(entry));
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

/** Of two languages that find equally well, the one in which the question is written, else the one that the asker reads. */
function leaning(question: string, language: Language, preferred: Language): number {
  return (languageOf(question) === language ? 0.15 : 0) + (preferred === language ? 0.02 : 0);
}

/** A word of a question. */
interface Asked {
  readonly meanings: Meanings;
  /** How much it says. */
  readonly weight: number;
}

/** What an entry has of a word of a question: how near, by each of its own words, and whether a way to ask has it. */
interface Match {
  readonly asked: Asked;
  readonly words: Map<string, number>;
  spoken: number;
}

function createFinder<Entry extends Findable>(entries: readonly Entry[], language: Language) {
  const words = lexicon(language);
  const reader = createReader(language);
  const asks = new Map<Entry | Elsewhere, string[][]>(
    entries.map((entry) => {
      const { name, asks: others } = entry[language];
      return [entry, waysToAsk([name, ...others.split('\n')], reader.read)];
    }),
  );
  const known = gather(entries, (entry) => (asks.get(entry) ?? []).flat());
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
  const ways = new Map(
    [...asks].map(([entry, own]) => [
      entry,
      own.map((way): Way => ({ words: new Set(way), weight: sum(way.map(weightOf)) })),
    ]),
  );

  /** What a word stands for and says; nothing when it is an empty one. */
  function read(written: Word): Asked | null {
    const { word } = written;
    if (words.elsewhere.has(word) && !known.has(word)) {
      return { meanings: new Map([[word, 1]]), weight: strangeness.elsewhere * rarest };
    }
    const meanings = speller.read(written);
    return meanings && { meanings, weight: weightOf(nearest(meanings) ?? word) };
  }

  return function find(question: string): Found<Entry>[] {
    const all = [...new Map(readWords(question, language).map((one) => [one.word, one])).values()];
    const told = all.filter(({ word }) => !words.greetings.has(word));
    const asked = (told.length > 1 ? told : all).slice(0, longest).flatMap((one) => read(one) ?? []);
    if (asked.every(({ meanings }) => meanings.has(anyNumber))) return [];
    const whole = sum(asked.map(({ weight }) => weight));
    const confidences = [...match(asked, askedBy, toldBy)].map(
      ([entry, matches]): [Entry | Elsewhere, number] => {
        const likes = (ways.get(entry) ?? []).map((way) => likenessOf(way, matches, whole));
        const [best = 0, second = 0] = likes.toSorted((a, b) => b - a);
        // Those of other things have nothing in common but that.
        if (entry === elsewhere) return [entry, best];
        const spoken = sum(matches.map((one) => one.asked.weight * one.spoken)) / whole;
        return [entry, parts.spoken * spoken + parts.like * (best + parts.second * (second - best))];
      },
    );
    return withoutElsewhere(confidences);
  };
}

/** What stands for all questions that are of something else. */
const elsewhere = Symbol('elsewhere');
type Elsewhere = typeof elsewhere;

/** The entries that were found, the best first; where something else is nearer, none is sure enough. */
function withoutElsewhere<Entry extends Findable>(
  confidences: readonly (readonly [Entry | Elsewhere, number])[],
) {
  let other = 0;
  const found: Found<Entry>[] = [];
  for (const [entry, confidence] of confidences) {
    if (entry === elsewhere) other = confidence;
    else found.push({ entry, confidence });
  }
  const best = Math.max(0, ...found.map(({ confidence }) => confidence));
  const share = other > best && best >= sureEnough ? (0.99 * sureEnough) / best : 1;
  return found
    .map(({ entry, confidence }) => ({ entry, confidence: confidence * share }))
    .toSorted((a, b) => b.confidence - a.confidence || a.entry.id - b.entry.id);
}

/** One way to ask. */
interface Way {
  readonly words: ReadonlySet<string>;
  /** How much they say together. */
  readonly weight: number;
}

/** The words of each way to ask. */
function waysToAsk(texts: readonly string[], read: (text: string) => string[]): string[][] {
  return texts.map((way) => [...new Set(read(way))]).filter((way) => way.length > 0);
}

/** Which entries have a word. */
function gather<Entry>(entries: readonly Entry[], wordsIn: (entry: Entry) => readonly string[]) {
  const gathered = new Map<string, Set<Entry>>();
  for (const entry of entries) {
    for (const word of wordsIn(entry)) {
      const own = gathered.get(word);
      if (own) own.add(entry);
      else gathered.set(word, new Set([entry]));
    }
  }
  return gathered;
}

type Having<Entry> = ReadonlyMap<string, ReadonlySet<Entry>>;

/** By entry, what it has of the words of a question. */
function match<Entry>(asked: readonly Asked[], askedBy: Having<Entry>, toldBy: Having<Entry>) {
  const matches = new Map<Entry, Match[]>();
  for (const one of asked) {
    const own = new Map<Entry, Match>();
    const matchOf = (entry: Entry): Match => {
      const kept = own.get(entry) ?? { asked: one, words: new Map<string, number>(), spoken: 0 };
      own.set(entry, kept);
      return kept;
    };
    for (const [word, near] of one.meanings) {
      for (const entry of askedBy.get(word) ?? []) {
        const kept = matchOf(entry);
        kept.words.set(word, near);
        kept.spoken = Math.max(kept.spoken, near);
      }
      for (const entry of toldBy.get(word) ?? []) {
        const kept = matchOf(entry);
        kept.spoken = Math.max(kept.spoken, near * inText);
      }
    }
    for (const [entry, kept] of own) {
      const others = matches.get(entry);
      if (others) others.push(kept);
      else matches.set(entry, [kept]);
    }
  }
  return matches;
}

/** The word that is nearest to what was written. */
function nearest(meanings: Meanings): string | undefined {
  let best: { word: string; near: number } | undefined;
  for (const [word, near] of meanings) if (near > (best?.near ?? 0)) best = { word, near };
  return best?.word;
}

/** How like the question is to one way to ask: 1 when they have the same words, whichever way they are near. */
function likenessOf(way: Way, matches: readonly Match[], whole: number): number {
  let common = 0;
  for (const { asked, words } of matches) {
    let near = 0;
    for (const [word, how] of words) if (how > near && way.words.has(word)) near = how;
    common += asked.weight * near;
  }
  if (common === 0) return 0;
  return common / (common + wordiness * (whole - common) + (1 - wordiness) * (way.weight - common));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
