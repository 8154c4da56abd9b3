/**
 * Formats a number with narrow no-break spaces (U+202F) between groups of three digits and a decimal comma: `1 234
 * 567,5`. Rounds to at most `decimals` places (0…20, 2 by default); NaN and infinities give an empty text.
 */
export function formatNumber(value: number, decimals: number = 2): string {
  if (!Number.isFinite(value)) return '';
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
  const rest = fraction.replace(/0+$/, '');
  const text = rest === '' ? grouped : `${grouped},${rest}`;
  return value < 0 && text !== '0' ? `-${text}` : text;
}

/** Formats a size in bytes with the largest fitting unit (steps of 1024), with one decimal below ten: `1,4 MB`. */
export function formatBytes(bytes: number, units: readonly string[] = ['B', 'KB', 'MB', 'GB']): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // Rounds first, so that 1023.6 KB is 1 MB and not 1024 KB.
  while (Math.round(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const rounded = unit > 0 && value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${String(rounded).replace('.', ',')} ${units[unit] ?? ''}`;
}
