/** The time zone of the programme's city. */
export const defaultTimeZone = 'Asia/Tashkent';

/** Lengths of time, in milliseconds. */
export const secondMs = 1000;
export const minuteMs: number = 60 * secondMs;
export const hourMs: number = 60 * minuteMs;
/** The length of a day without a change of the clocks. */
export const dayMs = 24 * hourMs;
const month = 30 * dayMs;
const year = 365 * dayMs;

/** The age of a moment: a count of whole units, or the full date if it is a year or older, or in the future. */
export type RelativeTime =
  { unit: 'second' | 'minute' | 'hour' | 'day' | 'month'; count: number } | { unit: 'date'; date: string };

/** The parts of a duration; `hours` below 24, `minutes` and `seconds` below 60. */
export interface Countdown {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Whether a text is an existing date, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // Some engines turn 31 February into a day in March instead of rejecting it.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Returns the date `count` days later (earlier if negative). Dates have no time, so changes of the clocks do not
 * matter.
 */
export function addDays(from: string, count: number): string {
  const date = new Date(`${from}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** The first day of the month of a date. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The first day of the month after that of a date. */
export function firstOfNextMonth(day: string): string {
  return firstOfMonth(addDays(firstOfMonth(day), 31));
}

/** The number of days since Monday: 0 to 6. */
export function daysSinceMonday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The number of days from one date to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/**
 * Formats a moment (ISO 8601 with `Z` or an offset) or a date (`YYYY-MM-DD`, the same in every zone) as `21.11.2026`
 * (specification §9); any other text is returned unchanged. An unknown time zone throws a `RangeError`.
 */
export function formatDate(iso: string, timeZone: string = defaultTimeZone): string {
  if (isDay(iso)) return `${iso.slice(8)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}`;
  const parts = partsOf(iso, timeZone);
  return parts ? `${parts.day}.${parts.month}.${parts.year}` : iso;
}

/** Formats the month of a date as `11.2026`. */
export function formatMonth(day: string): string {
  return formatDate(day).slice(3);
}

/** The date in a zone at a moment (milliseconds since 1970), `YYYY-MM-DD`. */
export function dayAt(moment: number, timeZone: string = defaultTimeZone): string {
  return formatDate(new Date(moment).toISOString(), timeZone).split('.').toReversed().join('-');
}

/** The offset of a zone from UTC at a moment, both in milliseconds; in whole minutes, as of all zones since 1972. */
export function offsetAt(moment: number, timeZone: string = defaultTimeZone): number {
  const minute = Math.floor(moment / minuteMs) * minuteMs;
  const iso = new Date(minute).toISOString();
  const [day, time] = [dayAt(minute, timeZone), formatTime(iso, timeZone)];
  return Date.parse(`${day}T${time}:00Z`) - minute;
}

/**
 * The moment (milliseconds since 1970) of a date and a time `HH:MM` in a zone; if a change of the clocks skips it, the
 * moment after.
 */
export function momentAt(day: string, time: string, timeZone: string = defaultTimeZone): number {
  const local = Date.parse(`${day}T${time}:00Z`);
  // Twice, since the offset may differ at the guessed moment.
  return local - offsetAt(local - offsetAt(local, timeZone), timeZone);
}

/** The zone in which days begin first is UTC+14. */
const firstZoneMs = 14 * hourMs;

/** Whether a date, `YYYY-MM-DD`, has not begun anywhere on Earth. */
export function isFutureDay(day: string): boolean {
  return day > new Date(Date.now() + firstZoneMs).toISOString().slice(0, 10);
}

/** Formats a moment as `09:14`, 24 hours; a date gives an empty text, any other text is returned unchanged. */
export function formatTime(iso: string, timeZone: string = defaultTimeZone): string {
  if (isDay(iso)) return '';
  const parts = partsOf(iso, timeZone);
  return parts ? `${parts.hour}:${parts.minute}` : iso;
}

/** Formats a moment as `21.11.2026 09:14`, a date as `21.11.2026`; any other text is returned unchanged. */
export function formatDateTime(iso: string, timeZone: string = defaultTimeZone): string {
  const parts = partsOf(iso, timeZone);
  return parts
    ? `${parts.day}.${parts.month}.${parts.year} ${parts.hour}:${parts.minute}`
    : formatDate(iso, timeZone);
}

/**
 * The age of a moment at `now` (milliseconds since 1970); a month has 30 days, a year 365. Up to a minute in the future
 * counts as just now, since clocks differ; the words for the units come from the locales.
 */
export function relativeTime(iso: string, now: number, timeZone: string = defaultTimeZone): RelativeTime {
  const elapsed = now - momentOf(iso);
  // Also for an invalid moment, since every comparison with NaN is false.
  if (!(elapsed > -minuteMs && elapsed < year)) return { unit: 'date', date: formatDate(iso, timeZone) };
  if (elapsed < minuteMs) return { unit: 'second', count: Math.max(0, Math.floor(elapsed / secondMs)) };
  if (elapsed < hourMs) return { unit: 'minute', count: Math.floor(elapsed / minuteMs) };
  if (elapsed < dayMs) return { unit: 'hour', count: Math.floor(elapsed / hourMs) };
  if (elapsed < month) return { unit: 'day', count: Math.floor(elapsed / dayMs) };
  return { unit: 'month', count: Math.min(11, Math.floor(elapsed / month)) };
}

/** Splits a duration in milliseconds into whole parts; all are 0 for a negative or non-finite one. */
export function formatCountdown(milliseconds: number): Countdown {
  const left = Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
  return {
    days: Math.floor(left / dayMs),
    hours: Math.floor((left % dayMs) / hourMs),
    minutes: Math.floor((left % hourMs) / minuteMs),
    seconds: Math.floor((left % minuteMs) / secondMs),
  };
}

/** Formats a countdown as `HH:MM:SS`, or as `HH:MM`, without its days. */
export function formatClock({ hours, minutes, seconds }: Countdown, hasSeconds = true): string {
  return [hours, minutes, ...(hasSeconds ? [seconds] : [])].map(twoDigits).join(':');
}

/** Writes a number with at least two digits. */
export function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute';

/** The formatter of a zone that is not in {@link fixedZones}; created for each call, which is rare. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

interface FixedZone {
  readonly aheadMs: number;
  /** The moment since which the zone's offset is constant. */
  readonly sinceMs: number;
}

/**
 * Zones with a constant offset: local time is a sum, without `Intl`, whose calendars cost a browser some 15 ms before
 * its first date. Tests compare them with `Intl`, so that a change of law shows with a new version of Node.
 */
const fixedZones: Readonly<Record<string, FixedZone>> = {
  'Asia/Tashkent': { aheadMs: 5 * hourMs, sinceMs: Date.UTC(1992, 0, 19) },
  'Asia/Samarkand': { aheadMs: 5 * hourMs, sinceMs: Date.UTC(1992, 0, 19) },
  UTC: { aheadMs: 0, sinceMs: 0 },
};

/** The length of `2026-11-21T08:15:30.120Z`; after the year 9999 it is longer. */
const isoLength = 24;

function fixedPartsOf(moment: number, timeZone: string): Record<Part, string> | null {
  const zone = Object.hasOwn(fixedZones, timeZone) ? fixedZones[timeZone] : undefined;
  if (!zone || moment < zone.sinceMs) return null;
  const local = new Date(moment + zone.aheadMs);
  const text = Number.isNaN(local.getTime()) ? '' : local.toISOString();
  if (text.length !== isoLength) return null;
  return {
    year: text.slice(0, 4),
    month: text.slice(5, 7),
    day: text.slice(8, 10),
    hour: text.slice(11, 13),
    minute: text.slice(14, 16),
  };
}

function partsOf(iso: string, timeZone: string): Record<Part, string> | null {
  const moment = momentOf(iso);
  if (Number.isNaN(moment)) return null;
  const fixed = fixedPartsOf(moment, timeZone);
  if (fixed) return fixed;
  const parts: Record<Part, string> = { year: '', month: '', day: '', hour: '', minute: '' };
  for (const { type, value } of formatterOf(timeZone).formatToParts(moment)) {
    if (type in parts) parts[type as Part] = value.padStart(type === 'year' ? 4 : 2, '0');
  }
  return parts;
}

/** Milliseconds since 1970; NaN without an offset, since such a moment would differ between computers. */
function momentOf(iso: string): number {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? Date.parse(iso) : Number.NaN;
}
