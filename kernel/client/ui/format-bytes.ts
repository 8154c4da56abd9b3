const units = ['B', 'KB', 'MB', 'GB'] as const;

/** A size in B, KB, MB or GB (steps of 1024), with one digit after the separator below ten. */
export function formatBytes(bytes: number, decimalSeparator = ','): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // Rounding comes first, so that 1023.6 KB is 1 MB and not 1024 KB.
  while (Math.round(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const rounded = unit > 0 && value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${String(rounded).replace('.', decimalSeparator)} ${units[unit] ?? ''}`;
}
