import type { Values } from '#kernel/server/lists/statement.ts';
import type { Days } from '../../contract.ts';

/** That a day is among some days, both ends included. */
export function onDays(days: Days, column: string, values: Values): string {
  return `${column} between ${values.addOpaque(days.from, 'date')} and ${values.addOpaque(days.to, 'date')}`;
}

/** That a counted row (grain, since) is one of those that make up some days: whole months, and the days at both ends. */
export function countedOn(days: Days, values: Values): string {
  const parts = partsOf(days);
  return `((grain = 'month' and since = any(${values.addOpaque(parts.months, 'date[]')}::date[]))
    or (grain = 'day' and since = any(${values.addOpaque(parts.days, 'date[]')}::date[])))`;
}

/** The whole months among some days, by their first day, and the days that are in none of them. */
export function partsOf({ from, to }: Days): { months: string[]; days: string[] } {
  const months: string[] = [];
  const days: string[] = [];
  for (let day = from; day <= to;) {
    const last = addDays(addMonths(day, 1), -1);
    const isWhole = day.endsWith('-01') && last <= to;
    (isWhole ? months : days).push(day);
    day = addDays(isWhole ? last : day, 1);
  }
  return { months, days };
}

/** The day so many days later. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

function addMonths(day: string, count: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 10);
}
