import { twoDigits } from './dates.ts';

/** Formats a moment, of which `Date` knows the form, in the time zone of this device as `21.11.2026`. */
export function formatLocalDate(moment: number | string): string {
  const date = new Date(moment);
  return [date.getDate(), date.getMonth() + 1, date.getFullYear()].map(twoDigits).join('.');
}

/** Formats a moment in the time zone of this device as `09:14`, 24 hours. */
export function formatLocalTime(moment: number): string {
  const date = new Date(moment);
  return [date.getHours(), date.getMinutes()].map(twoDigits).join(':');
}
