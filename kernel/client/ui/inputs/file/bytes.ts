import { formatBytes } from '#kernel/domain/text/numbers.ts';
import { textList, useText } from '../../../i18n/i18n.ts';

/** Formats sizes in the units of the current language. */
export function useBytes(): (bytes: number) => string {
  const units = textList(useText(), 'ui.byteUnits');
  return (bytes) => formatBytes(bytes, units);
}
