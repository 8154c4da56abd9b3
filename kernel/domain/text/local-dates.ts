import { twoDigits } from './dates.ts';

/** Formats a moment (milliseconds since 1970, or a text that `Date` parses) as `21.11.2026`, in the time zone of this device. */
export function formatLocalDate(moment: number | string): string {
  const date = new Date(moment);
  return [date.getDate(), date.getMonth() + 1, date.getFullYear()].map(twoDigits).join('.');
}

/** Formats a moment in the time zone of this device as `09:14`, 24 hours. */
export function formatLocalTime(moment: number): string {
  const date = new Date(moment);
  return [date.getHours(), date.getMinutes()].map(twoDigits).join(':');
}
