import { consonantsOf, loosen } from './loosen.ts';
import type { Lexicon, Word } from './words.ts';

/** What a word of a question may stand for: words that the entries have, each with how near it is, from 0 to 1. */
export type Meanings = ReadonlyMap<string, number>;

/** How near a word is that was written loosely, with one slip, with two. */
const nearness = { loose: 0.95, slip: 0.8, slips: 0.7 } as const;

/** Reads words that were written in haste. */
export interface Speller {
  /** What a word stands for; nothing when nobody knows it, and `null` when it is one that says nothing, misspelt. */
  read(word: Word): Meanings | null;
}

/** Makes a speller of the words that the entries have, by every form in which they are written. */
export function createSpeller(forms: ReadonlyMap<string, string>, { canonical, empty }: Lexicon): Speller {
  const known = new Set(forms.values());
  // A synonym may be meant that no entry has, since the first of its group stands for it there.
  const spelt = new Map(forms);
  for (const [word, first] of canonical) if (known.has(first) && !spelt.has(word)) spelt.set(word, first);
  const words = [...spelt].map(([word, means]) => ({ word, means, loose: loosen(word) }));
  const byLetter = Map.groupBy(words, ({ loose }) => loose.slice(0, 1));
  const byLoose = Map.groupBy(words, ({ loose: own }) => own);
  const idle = [...empty].map((loose) => ({ loose, consonants: consonantsOf(loose) }));

  return {
    read({ word, written }) {
      const loose = loosen(word);
      const near = byLetter.get(loose.slice(0, 1)) ?? [];
      const meanings = new Map<string, number>();
      const put = (means: string, how: number) => {
        if (how > (meanings.get(means) ?? 0)) meanings.set(means, how);
      };
      const isNew = !known.has(word);
      if (!isNew) put(word, 1);
      if (isNew) for (const { means } of byLoose.get(loose) ?? []) put(means, nearness.loose);
      for (const other of near) {
        if (word.length > 3 && other.word !== word && other.word.startsWith(word)) {
          put(other.means, 0.6 + 0.4 * (word.length / other.word.length));
        }
      }
      if (!isNew || Math.max(0, ...meanings.values()) >= nearness.loose) return meanings;
      const whole = loosen(written);
      if (idle.some((other) => isHasty(whole, other))) return null;
      for (const other of near) {
        const slips = Math.min(
          slipsOf(loose, other.loose),
          slipsOf(whole, other.loose),
          slipsAtStart(whole, other.loose),
        );
        if (slips < Infinity) put(other.means, slips > 1 ? nearness.slips : nearness.slip);
      }
      if (meanings.size === 0 && idle.some((other) => isSlip(whole, other.loose))) return null;
      return meanings;
    },
  };
}

/** Whether a word is another one written loosely, or without its vowels: `qlsh`, `mumkn`. */
function isHasty(loose: string, other: { readonly loose: string; readonly consonants: string }): boolean {
  if (loose.length < 3 || loose[0] !== other.loose[0]) return false;
  if (loose === other.loose) return loose.length > 3;
  return (
    other.loose.length > loose.length &&
    other.consonants.length > 1 &&
    consonantsOf(loose) === other.consonants
  );
}

function isSlip(loose: string, other: string): boolean {
  return loose.length > 4 && other.length > 4 && loose[0] === other[0] && slipsBetween(loose, other, 1) < 2;
}

/** How many slips make one word of the other, where that is not too many; short words have too many neighbours. */
function slipsOf(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  if (length > 4) return slipsBetween(one, other, length > 7 ? 2 : 1);
  // Vowels are what is mostly mistaken.
  return length === 4 && one.length === other.length && consonantsOf(one) === consonantsOf(other)
    ? 1
    : Infinity;
}

/** The slips between the beginning of a long word and a word to which it may have put endings. */
function slipsAtStart(long: string, start: string): number {
  if (start.length < 5 || long.length <= start.length) return Infinity;
  let least = slipsOf(long.slice(0, start.length), start);
  least = Math.min(least, slipsOf(long.slice(0, start.length - 1), start));
  return long.length < start.length + 2
    ? least
    : Math.min(least, slipsOf(long.slice(0, start.length + 1), start));
}

/** How many letters were put in, left out, mistaken or changed with their neighbour; more than `most` is told as infinite. */
export function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most || Math.min(one.length, other.length) < 3) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const same = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      const swapped =
        at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
          ? (before[to - 2] ?? 0) + 1
          : Infinity;
      next.push(Math.min(same, swapped, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > most) return Infinity;
    before = row;
    row = next;
  }
  const slips = row[other.length] ?? Infinity;
  return slips <= most ? slips : Infinity;
}
