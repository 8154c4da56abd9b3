/** The width of a word in points of a font of one point, however bold or slanted it is. */
export type Measure = (word: string) => number;

/** The texts of a row: of each cell the lines that its writer has ended. */
export interface SizedRow {
  readonly isHeader: boolean;
  readonly cells: readonly (readonly string[])[];
}

/** How a table is laid out. */
export interface TableSizes {
  /** In points, without lines and spaces. */
  readonly widths: number[];
  /** The number of header rows that are repeated on every page. */
  readonly headerRows: number;
  /** Whether no row continues upon the next page. */
  readonly areRowsWhole: boolean;
}

/** In points; the letters of tables are smaller than those around them. */
export const fontSizeOfTables = 11;
const lineHeight = 14.6;

/** The points beside the text of a column (a space on each side, and a line), and above and below that of a row. */
const besideText = 9;
const besideRow = 5;

/** The least width of a column in points, even without words. */
const least = 12;

/**
 * The part of a page, in points, that a row may take and is still kept together, and that the head may take and is repeated. Both
 * fit on a page at once: the library leaves out what does not fit.
 */
const tallest = 300;

/** The sizes of a table of the given width. */
export function sizesOf(rows: readonly SizedRow[], tableWidth: number, measure: Measure): TableSizes {
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  const longest = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map(({ cells }) => Math.max(0, ...(cells[column] ?? []).map(longestOf(measure))))),
  );
  const widths = widthsOf(longest, tableWidth);
  const heights = rows.map(({ cells }) => {
    const lines = cells.map((texts, column) =>
      texts.reduce((sum, text) => sum + maxLines(text, widths[column] ?? 0, measure), 0),
    );
    return Math.max(...lines) * lineHeight + besideRow;
  });
  const firstOfBody = rows.findIndex(({ isHeader }) => !isHeader);
  const headers = Math.max(0, firstOfBody);
  const headHeight = heights.slice(0, headers).reduce((sum, height) => sum + height, 0);
  return {
    widths,
    headerRows: headHeight <= tallest ? headers : 0,
    areRowsWhole: heights.every((height) => height <= tallest),
  };
}

const longestOf = (measure: Measure) => (text: string) =>
  text.split(/\s+/u).reduce((most, word) => Math.max(most, measure(word) * fontSizeOfTables), 0);

/**
 * Returns the most lines of a text, wherever they break: two consecutive lines are together longer than the width, or else the
 * second would fit into the first. A line broken within a word is up to a letter shorter.
 */
function maxLines(text: string, room: number, measure: Measure): number {
  const size = (part: string) => measure(part) * fontSizeOfTables;
  const isBroken = text.split(/[ \t]+/u).some((word) => size(word) > room);
  const widest = isBroken ? Math.max(...Array.from(new Set(text), size)) : 0;
  return 1 + Math.floor((2 * size(text)) / Math.max(1, room - widest));
}

/**
 * The widths of columns in points, which fill a table without its lines and spaces: equal where the longest word of each fits, or
 * by those words; if not all fit, only the longest words are broken.
 */
function widthsOf(longestWords: readonly number[], tableWidth: number): number[] {
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
