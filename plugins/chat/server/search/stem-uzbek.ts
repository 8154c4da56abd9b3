/**
 * Endings of Uzbek words in the folded form (see `fold`), and how many letters at least must be left before each. Uzbek
 * strings them together, so they are taken off one after the other, the longest first.
 */
const endings: readonly (readonly [least: number, endings: string])[] = [
  // Case and number.
  [2, 'ning lar dan gacha'],
  [3, 'ni ga da'],
  [4, 'ka qa'],
  // Whose: of what ends in a consonant, and in a vowel.
  [3, 'ingiz imiz ingizni'],
  [4, 'im ing ngiz miz si'],
  [4, 'i'],
  // Verbs: nouns of doing, tenses, persons, wishes, the passive, "not".
  [3, 'ish moq moqchi aman adi amiz asiz yapti yapman yapsiz yotgan gan kan qan diq sin'],
  [3, 'yman ydi ymiz ysiz'],
  [3, 'maydi mayapti mas may madi'],
  [4, 'man miz siz san di dim dik sa sam sak ib sh y ay m'],
  [3, 'il in'],
  [4, 'ma mi chi dir'],
  // What makes verbs of nouns, and nouns of nouns.
  [4, 'lash lay la lan lashtir lantir'],
  [4, 'lik li roq gi dagi'],
];

const list: readonly { readonly ending: string; readonly least: number }[] = endings
  .flatMap(([least, text]) => text.split(' ').map((ending) => ({ ending, least })))
  .toSorted((a, b) => b.ending.length - a.ending.length);

/** The most endings that are taken off one word: `qoʻshmoqchilarniki` has four. */
const most = 5;

/**
 * The stem of a folded Uzbek word: `arizalarimizni` is `ariza`. It need not be a word; the forms of one word should have one
 * stem, and other words another.
 */
export function stemUzbek(word: string): string {
  let stem = word;
  for (let taken = 0; taken < most; taken++) {
    const found = list.find(
      ({ ending, least }) => stem.endsWith(ending) && stem.length - ending.length >= least,
    );
    if (!found) break;
    stem = stem.slice(0, -found.ending.length);
  }
  return stem;
}
