/** The points that a column has beside its text: a space on each side, and a line. */
const besideText = 9;

/** So many points has even a column without words, one sign at least. */
const least = 12;

/**
 * The widths of columns in points, which fill a table without its lines and spaces: equal where the longest word of each fits, or
 * by those words; where there is no room for all, the longest words are broken, and nobody else pays for them.
 */
export function widthsOf(longestWords: readonly number[], tableWidth: number): number[] {
  const count = longestWords.length;
  const room = tableWidth - count * besideText - 1;
  const needs = longestWords.map((need) => Math.max(least, need));
  if (needs.every((need) => need <= room / count)) return needs.map(() => room / count);
  const widths = needs.map(() => 0);
  let rest = room;
  const narrowFirst = [...needs.entries()].toSorted(([, one], [, other]) => one - other);
  for (const [place, [column, need]] of narrowFirst.entries()) {
    const width = Math.min(need, rest / (count - place));
    widths[column] = width;
    rest -= width;
  }
  return widths.map((width) => width + rest / count);
}
