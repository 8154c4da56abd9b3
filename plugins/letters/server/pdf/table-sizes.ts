/** The width of a word in points at font size 1, for the widest of its styles. */
export type Measure = (word: string) => number;

/** The texts of a row: for each cell the lines that its writer has broken. */
export interface SizedRow {
  readonly isHeader: boolean;
  readonly cells: readonly (readonly string[])[];
}

/** The layout of a table. */
export interface TableSizes {
  /** In points, without borders and padding. */
  readonly widths: number[];
  /** The number of header rows, which are repeated on every page. */
  readonly headerRows: number;
  /** Whether rows are never split across pages. */
  readonly areRowsWhole: boolean;
}

/** In points; smaller than the surrounding text. */
export const fontSizeOfTables = 11;
const lineHeight = 14.6;

/** The points beside a column's text (padding on each side, and a border), and above and below a row's. */
const besideText = 9;
const besideRow = 5;

/** The minimum width of a column in points, even without text. */
const least = 12;

/**
 * The maximum height, in points, of a row that is kept on one page, and of a header that is repeated. Both
 * together fit on a page: the library omits content that does not fit.
 */
const tallest = 300;

/** The column widths and row rules of a table with a given width. */
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
  text.split(/\s+/u).reduce((max, word) => Math.max(max, measure(word) * fontSizeOfTables), 0);

/**
 * Returns the maximum number of lines of a text, wherever they break: two consecutive lines together are
 * longer than the width, otherwise the second would fit into the first. A line broken within a word is up to
 * a letter shorter.
 */
function maxLines(text: string, available: number, measure: Measure): number {
  const size = (part: string) => measure(part) * fontSizeOfTables;
  const isBroken = text.split(/[ \t]+/u).some((word) => size(word) > available);
  const widest = isBroken ? Math.max(...Array.from(new Set(text), size)) : 0;
  return 1 + Math.floor((2 * size(text)) / Math.max(1, available - widest));
}

/**
 * The widths of columns in points, which together fill a table without its borders and padding: equal if the
 * longest word of each fits, otherwise by these words; if not all fit, only the longest words are broken.
 */
function widthsOf(longestWords: readonly number[], tableWidth: number): number[] {
  const count = longestWords.length;
  const available = tableWidth - count * besideText - 1;
  const needs = longestWords.map((need) => Math.max(least, need));
  if (needs.every((need) => need <= available / count)) return needs.map(() => available / count);
  const widths = needs.map(() => 0);
  let rest = available;
  const narrowFirst = [...needs.entries()].toSorted(([, one], [, other]) => one - other);
  for (const [index, [column, need]] of narrowFirst.entries()) {
    const width = Math.min(need, rest / (count - index));
    widths[column] = width;
    rest -= width;
  }
  return widths.map((width) => width + rest / count);
}
