import { textList, useText } from '../../../i18n/i18n.ts';

/** Formats sizes in the units of the current language. */
export function useBytes(): (bytes: number) => string {
  const units = textList(useText(), 'ui.byteUnits');
  return (bytes) => formatBytes(bytes, units);
}

/** A size in one of the units (bytes, and three steps of 1024), with one digit after the comma below ten. */
export function formatBytes(bytes: number, units: readonly string[] = ['B', 'KB', 'MB', 'GB']): string {
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
