import { normalizeForSearch } from '#kernel/domain/text/index.ts';

/**
 * The phonetic form of a name: normalized, and equal in Uzbek and Russian spelling except for single vowels.
 */
export function phoneticForm(text: string): string {
  return normalizeForSearch(text)
    .replace(/[^\p{L} ]/gu, ' ')
    .replace(/dzh|dj|zh/g, 'j')
    .replace(/kh/g, 'h')
    .replaceAll('q', 'k')
    .replace(/^(iy|y)e|(?<= )ye/g, 'e')
    .replace(/iya/g, 'ia')
    .replace(/ay|ey/g, 'ai')
    .replace(/y(?=[aeiou])/g, '')
    .replaceAll('y', 'i')
    .replace(/(.)\1+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The given name of a father, without the patronymic suffix. */
export function fatherOf(text: string | null): string {
  return phoneticForm(text ?? '')
    .replace(/ (ogli|ugli|ogl|kizi|kisi)$/, '')
    .replace(/(?<=..)(ov|ev|)(ich|na)$/, '')
    .replace(/(?<=...)(ov|ev)$/, '');
}

/** A family name without its suffix. */
export function familyOf(text: string): string {
  return phoneticForm(text).replace(/(?<=..)(ov|ev|in)a?$/, '');
}

/** The gender that a person's names indicate; null if they do not. */
export function genderOf(lastName: string, fatherName: string | null): 'female' | 'male' | null {
  const father = phoneticForm(fatherName ?? '');
  if (/( k[iy]zi|vna|ichna)$/.test(father)) return 'female';
  if (/( (ogli|ugli)|vich)$/.test(father)) return 'male';
  const family = phoneticForm(lastName);
  if (/(ov|ev|in)a$/.test(family)) return 'female';
  return /(ov|ev)$/.test(family) ? 'male' : null;
}

/**
 * Returns the cost of substituting one letter for another: low for vowels that differ between the two
 * spellings.
 */
function costOf(one: string, other: string): number {
  if (one === other) return 0;
  const pair = one < other ? one + other : other + one;
  if (['ao', 'ou', 'ei'].includes(pair)) return 0.25;
  if (['ai', 'ae'].includes(pair)) return 0.5;
  // Hasan and Husan are typical names of twins.
  return pair === 'au' ? 2 : 1;
}

/** The edit distance of two words: swapped neighbours count one, a silent h half. */
export function distanceOf(left: string, right: string): number {
  const gap = (letter: string | undefined) => (letter === 'h' ? 0.5 : 1);
  const rows: number[][] = [[0]];
  for (let column = 1; column <= right.length; column++) {
    rows[0]?.push((rows[0][column - 1] ?? 0) + gap(right[column - 1]));
  }
  for (let row = 1; row <= left.length; row++) {
    const above = rows[row - 1] ?? [];
    const current = [(above[0] ?? 0) + gap(left[row - 1])];
    for (let column = 1; column <= right.length; column++) {
      const [one = '', other = ''] = [left[row - 1], right[column - 1]];
      let least = Math.min(
        (above[column] ?? 0) + gap(one),
        (current[column - 1] ?? 0) + gap(other),
        (above[column - 1] ?? 0) + costOf(one, other),
      );
      const isExchanged = one === right[column - 2] && other === left[row - 2];
      if (isExchanged) least = Math.min(least, (rows[row - 2]?.[column - 2] ?? 0) + 1);
      current.push(least);
    }
    rows.push(current);
  }
  return rows[left.length]?.[right.length] ?? 0;
}

/** The similarity of two words. */
export type NameSimilarity = 'same' | 'near' | 'short' | 'other';

/**
 * Compares the phonetic forms of two names; `short` means a name and a longer form of it, such as Nodir and
 * Nodirbek.
 */
export function compareNames(left: string, right: string): NameSimilarity {
  if (left === '' || right === '') return 'other';
  if (left === right) return 'same';
  // Each additional letter costs at least a half: this rejects most pairs early.
  const more = Math.abs(left.length - right.length);
  const isFar = more > 0.4 * Math.max(left.length, right.length);
  const distance = isFar ? Infinity : distanceOf(left, right);
  if (distance < 1 && distance <= 0.3 * Math.min(left.length, right.length)) return 'same';
  const [shorter = '', longer = ''] = [left, right].toSorted((one, other) => one.length - other.length);
  const end = longer.slice(shorter.length);
  // A final `a` alone makes a woman's name of a man's.
  if (end === 'a' && longer.startsWith(shorter)) return 'other';
  if (distance <= 0.2 * longer.length) return 'near';
  return shorter.length >= 4 && longer.startsWith(shorter) ? 'short' : 'other';
}
