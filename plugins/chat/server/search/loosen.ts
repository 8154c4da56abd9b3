/**
 * A folded word without what hasty hands leave out or mistake: in Cyrillic у and к for ў and қ, doubled letters, a y between
 * vowels, j for z. Two words that are the same like that are mostly the same word.
 */
export function loosen(word: string): string {
  return word
    .replaceAll('q', 'k')
    .replaceAll('u', 'o')
    .replaceAll('x', 'h')
    .replaceAll('j', 'z')
    .replace(/y(?=[aeio])/g, '')
    .replace(/(.)\1+/g, '$1');
}

/** What is left of a word when its vowels are: `qlsh` of `qilish`. */
export function consonantsOf(word: string): string {
  return loosen(word).replace(/[aeio]/g, '');
}
