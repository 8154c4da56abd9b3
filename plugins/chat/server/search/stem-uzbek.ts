import { phoneticKey } from './phonetic-key.ts';
import { uzbekStems } from './vocabulary.ts';

const roots = uzbekStems.roots
  .map((root) => ({ root, key: phoneticKey(root) }))
  .toSorted((a, b) => b.key.length - a.key.length);

const endings = uzbekStems.endings
  .flatMap(({ minStemLength, endings: group }) => group.map((ending) => ({ ending, minStemLength })))
  .toSorted((a, b) => b.ending.length - a.ending.length);

/** The maximum number of endings removed from one word: `qoʻshmoqchilarniki` has four. */
const maxEndings = 5;

/**
 * The stem of a normalized Uzbek word: `ariza` for `arizalarimizni`. Uzbek strings endings together, so they
 * are removed one by one, longest first. A stem need not be a word; it must be the same for all forms of one
 * word, and only for these.
 */
export function stemUzbek(word: string): string {
  const key = phoneticKey(word);
  const known = roots.find((root) => key.startsWith(root.key));
  if (known) return known.root;
  let stem = word;
  for (let removed = 0; removed < maxEndings; removed++) {
    const found = endings.find(
      ({ ending, minStemLength }) => stem.endsWith(ending) && stem.length - ending.length >= minStemLength,
    );
    if (!found) break;
    stem = stem.slice(0, -found.ending.length);
  }
  return stem;
}
