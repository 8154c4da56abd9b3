import { languages, type Language } from '#kernel/domain/text/languages.ts';
import type { KnowledgeText } from '#kernel/contract/knowledge.ts';
import { languageOf } from './language-of.ts';
import { elsewhere, learn } from './learn.ts';
import { likenessOf, match, sum } from './matching.ts';
import { anyNumber, lexicon, readWords } from './words.ts';

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

/** The most words of a question that are looked at. */
const longest = 40;

/** Makes the index of some hundreds of entries, in some tens of milliseconds. */
export function createIndex<Entry extends Findable>(entries: readonly Entry[]): KnowledgeIndex<Entry> {
  const finders = new Map(languages.map((language) => [language, createFinder(entries, language)]));
  return {
    find(question, preferred, may) {
      const findings = languages.map((language) => {
        const found = finders.get(language)?.(question, may) ?? [];
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

type Finder<Entry> = (question: string, may: (entry: Entry) => boolean) => Found<Entry>[];

function createFinder<Entry extends Findable>(entries: readonly Entry[], language: Language): Finder<Entry> {
  const { ways, askedBy, toldBy, read } = learn(entries, language);
  const { greetings } = lexicon(language);
  return function find(question, may) {
    const all = [...new Map(readWords(question, language).map((one) => [one.word, one])).values()];
    const told = all.filter(({ word }) => !greetings.has(word));
    const asked = (told.length > 1 ? told : all).slice(0, longest).flatMap((one) => read(one) ?? []);
    if (asked.every(({ meanings }) => meanings.has(anyNumber))) return [];
    const whole = sum(asked.map(({ weight }) => weight));
    const found: Found<Entry>[] = [];
    let other = 0;
    for (const [entry, matches] of match(asked, askedBy, toldBy)) {
      const likes = (ways.get(entry) ?? []).map((way) => likenessOf(way, matches, whole));
      const [best = 0, second = 0] = likes.toSorted((a, b) => b - a);
      // Questions of other things have nothing in common but that.
      if (entry === elsewhere) other = best;
      else if (may(entry)) {
        const spoken = sum(matches.map((one) => one.asked.weight * one.spoken)) / whole;
        const like = best + parts.second * (second - best);
        found.push({ entry, confidence: parts.spoken * spoken + parts.like * like });
      }
    }
    return doubt(found, other).toSorted((a, b) => b.confidence - a.confidence || a.entry.id - b.entry.id);
  };
}

/** Where something else is nearer than every entry, none is sure enough. */
function doubt<Entry>(found: readonly Found<Entry>[], other: number): readonly Found<Entry>[] {
  const best = Math.max(0, ...found.map(({ confidence }) => confidence));
  if (other <= best || best < sureEnough) return found;
  return found.map(({ entry, confidence }) => ({
    entry,
    confidence: (confidence * 0.99 * sureEnough) / best,
  }));
}
