import { addDays, daysSinceMonday, twoDigits } from '#kernel/domain/text/dates.ts';

/** A date, `YYYY-MM-DD`; such strings sort like dates. */
export type IsoDate = string;

/** The parts of a date as typed. */
export interface DateDraft {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** The date of year, month and day, or null if there is no such date. */
export function isoDate(year: number, month: number, day: number): IsoDate | null {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return null;
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** The typed date, or null while it is incomplete or wrong. */
export function draftDate({ day, month, year }: DateDraft): IsoDate | null {
  return year.length === 4 ? isoDate(Number(year), Number(month), Number(day)) : null;
}

/** The parts of a date with two, two and four digits; empty for any other text. */
export function dateDraft(date: IsoDate): DateDraft {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  return { day: match?.[3] ?? '', month: match?.[2] ?? '', year: match?.[1] ?? '' };
}

/** Parses a pasted date: `19.11.2026`, `19/11/2026`, `2026-11-19`. */
export function parseDate(text: string): IsoDate | null {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text);
  if (iso) return isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const local = /^\s*(\d{1,2})[./\- ](\d{1,2})[./\- ](\d{4})\b/.exec(text);
  return local ? isoDate(Number(local[3]), Number(local[2]), Number(local[1])) : null;
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The date a number of months later; the day is limited to the last of that month. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const { year, month, day } = dateNumbers(date);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const [newYear, newMonth] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  return `${newYear}-${twoDigits(newMonth)}-${twoDigits(Math.min(day, daysInMonth(newYear, newMonth)))}`;
}

/** The date, limited to the bounds. */
export function clampDate(date: IsoDate, min: IsoDate | undefined, max: IsoDate | undefined): IsoDate {
  if (min !== undefined && min !== '' && date < min) return min;
  return max !== undefined && max !== '' && date > max ? max : date;
}

/** The weeks of a month, Monday first, completed with days of the adjacent months. */
export function monthWeeks(year: number, month: number): IsoDate[][] {
  const first = `${year}-${twoDigits(month)}-01`;
  const start = addDays(first, -daysSinceMonday(first));
  const count = Math.ceil((daysSinceMonday(first) + daysInMonth(year, month)) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(start, week * 7 + day)),
  );
}

/** Today, by the computer's clock and time zone. */
export function localToday(now: Date = new Date()): IsoDate {
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** Year, month (1 to 12) and day. */
export function dateNumbers(date: IsoDate): {
  readonly year: number;
  readonly month: number;
  readonly day: number;
} {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}
