import { useMemo, useSyncExternalStore } from 'react';
import { dayAt, formatDate, formatDateTime, formatTime, relativeTime } from '#kernel/domain/text/dates.ts';
import { useDeployment } from '../deployment/deployment-store.ts';
import { useText } from '../i18n/i18n.ts';
import { readNow, subscribeToNow } from './now-store.ts';
import type { TFunction } from 'i18next';

/** Formats dates and times in the deployment's time zone. */
export interface Dates {
  /** `21.11.2026`; a year alone, as in masked birthdays, is returned unchanged. */
  readonly date: (iso: string) => string;
  /** `09:14` */
  readonly time: (iso: string) => string;
  /** `21.11.2026 09:14` */
  readonly dateTime: (iso: string) => string;
  /** `31 daq oldin`; the date if it is a year or older. `<RelativeTime>` updates itself. */
  readonly relative: (iso: string, now?: number) => string;
}

/** Returns the date formatters. */
export function useDates(): Dates {
  const t = useText();
  const { timeZone } = useDeployment();
  return useMemo(
    () => ({
      date: (iso) => (/^\d{4}$/.test(iso) ? iso : formatDate(iso, timeZone)),
      time: (iso) => formatTime(iso, timeZone),
      // No-break space, so that no line ends between date and time.
      dateTime: (iso) => formatDateTime(iso, timeZone).replace(' ', '\u00A0'),
      relative: (iso, now = Date.now()) => relativeText(t, iso, now, timeZone),
    }),
    [t, timeZone],
  );
}

/** The present day in the deployment's time zone, such as `2026-11-21`; renders again when the day changes. */
export function useToday(): string {
  const { timeZone } = useDeployment();
  const read = () => dayAt(readNow(), timeZone);
  return useSyncExternalStore(subscribeToNow, read, read);
}

/** The time since an event; updates itself, and renders only when its text changes. */
export function RelativeTime({ at }: { readonly at: string }) {
  const dates = useDates();
  const read = () => dates.relative(at, readNow());
  const text = useSyncExternalStore(subscribeToNow, read, read);
  return (
    <time dateTime={at} title={dates.dateTime(at)}>
      {text}
    </time>
  );
}

/** The age of a moment in words, `31 daq oldin`, at least one unit; the date if it is a year or older. */
export function relativeText(t: TFunction, iso: string, now: number, timeZone: string): string {
  const ago = relativeTime(iso, now, timeZone);
  return ago.unit === 'date' ? ago.date : t(`relative.${ago.unit}`, { count: Math.max(1, ago.count) });
}
