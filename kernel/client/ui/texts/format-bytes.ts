/** What sizes are called where no texts are: bytes, and three steps of 1024. */
export const latinUnits: readonly string[] = ['B', 'KB', 'MB', 'GB'];

/** A size in one of the units (steps of 1024), with one digit after the comma below ten. */
export function formatBytes(bytes: number, units: readonly string[] = latinUnits): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // Rounding comes first, so that 1023.6 KB is 1 MB and not 1024 KB.
  while (Math.round(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const rounded = unit > 0 && value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${String(rounded).replace('.', ',')} ${units[unit] ?? ''}`;
}
