/**
 * The phonetic key of a normalized word: equal for spellings that people confuse or abbreviate. In Cyrillic
 * they write у and к for ў and қ; they also drop doubled letters and the y before a vowel, and write j for z.
 */
export function phoneticKey(word: string): string {
  return word
    .replaceAll('q', 'k')
    .replaceAll('u', 'o')
    .replaceAll('x', 'h')
    .replaceAll('j', 'z')
    .replace(/y(?=[aeio])/g, '')
    .replace(/(.)\1+/g, '$1');
}

/** The phonetic key without vowels: `klsh` for `qilish`. */
export function consonantKey(word: string): string {
  return phoneticKey(word).replace(/[aeio]/g, '');
}
