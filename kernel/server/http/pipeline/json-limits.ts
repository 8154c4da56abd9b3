import { fail } from '#kernel/contract/index.ts';

/** Levels of arrays and objects; the deepest body of ours, a border plan, has fewer than ten. */
const maxDepth = 64;
/** Values that one body may have; the borders of a city have some thirty thousand numbers. */
const maxValues = 250_000;

const [quote, backslash, comma] = [34, 92, 44];
const opening: readonly number[] = [91, 123];
const closing: readonly number[] = [93, 125];

/**
 * Checks a body of JSON before it is parsed: throws `malformed` when it is nested too deep, and `too_large` when it has too many
 * values. What comes after it may walk the value by recursion.
 */
export function assertJsonLimits(text: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values++;
    else if (opening.includes(code)) depth++;
    else if (closing.includes(code)) depth--;
    if (depth > maxDepth) throw fail('malformed');
    if (values > maxValues) throw fail('too_large');
  }
}

/** The place of the quote that ends the string which begins at `start`, or the end of a text without one. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((at - before) % 2 === 1) return at;
    at = text.indexOf('"', at + 1);
  }
  return text.length;
}
