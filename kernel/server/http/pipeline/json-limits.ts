import { fail } from '#kernel/contract/index.ts';

/** Maximum nesting of arrays and objects; our deepest body, a border plan, has fewer than ten levels. */
const maxDepth = 64;
/** Maximum number of values in a body; the borders of a city have some thirty thousand numbers. */
const maxValues = 250_000;

const [quote, backslash, comma] = [34, 92, 44];
const opening: readonly number[] = [91, 123];
const closing: readonly number[] = [93, 125];

/**
 * Checks a JSON body before it is parsed: throws `malformed` if it is nested too deeply, and `too_large` if it has too
 * many values. Later code may recurse through the value.
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

/** The index of the quote that ends the string beginning at `start`, or the end of the text if there is none. */
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
