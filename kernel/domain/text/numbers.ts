/**
 * Shows a number with a narrow space that does not break (U+202F) between groups of three and a decimal comma:
 * `1 234 567,5`. It is rounded to at most `decimals` places (0…20, 2 when left out); a value that is not finite
 * gives an empty text.
 */
export function formatNumber(value: number, decimals: number = 2): string {
  if (!Number.isFinite(value)) return '';
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
  const rest = fraction.replace(/0+$/, '');
  const text = rest === '' ? grouped : `${grouped},${rest}`;
  return value < 0 && text !== '0' ? `-${text}` : text;
}
