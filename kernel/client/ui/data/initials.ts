/** The first letters of the first two words; Uzbek `sh`, `ch`, `o‘`, `g‘` count as the one letter they begin with. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => [...word.replace(/^[^\p{L}\p{N}]+/u, '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** One of `count` hues for a name; the same name always gets the same. */
export function hueIndex(name: string, count: number): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % count;
}
