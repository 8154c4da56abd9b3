import type { TFunction } from 'i18next';
import { relativeTime } from '#kernel/domain/text/dates.ts';

/** How long before `now` something was, in words: `31 daq oldin`; at least one of a unit, and after a year the date. */
export function relativeText(t: TFunction, iso: string, now: number, timeZone: string): string {
  const ago = relativeTime(iso, now, timeZone);
  return ago.unit === 'date' ? ago.date : t(`relative.${ago.unit}`, { count: Math.max(1, ago.count) });
}
