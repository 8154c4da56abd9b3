/** How many characters of a title are kept. */
export const longestTitle = 300;

/** A title as it is kept: control characters are blanks, and it ends somewhere. */
export function titleFrom(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, longestTitle).replaceAll(/\p{Cc}/gu, ' ') : '';
}
