import { sql } from 'kysely';
import { type Fragment, opaque } from '#kernel/plugin-api/server.ts';
import { addDays } from '#kernel/domain/text/index.ts';
import type { Days } from '../../contract.ts';

/** The condition that a day is among some days, both ends included. */
export function onDays({ from, to }: Days, column = 'day'): Fragment {
  return sql`${sql.raw(column)} between ${opaque(from, 'date')} and ${opaque(to, 'date')}`;
}

/** The condition that a counter (grain, since) is one of those that make up some days. */
export function countersOnDays(range: Days): Fragment {
  const { months, days } = bucketsOf(range);
  return sql`((grain = 'month' and since = any(${opaque(months, 'date[]')}::date[]))
    or (grain = 'day' and since = any(${opaque(days, 'date[]')}::date[])))`;
}

/** The whole months among some days, by their first day, and the days that are in none of them. */
export function bucketsOf({ from, to }: Days): { months: string[]; days: string[] } {
  const months: string[] = [];
  const days: string[] = [];
  for (let day = from; day <= to;) {
    const last = addDays(firstOfNextMonth(day), -1);
    const isWhole = day.endsWith('-01') && last <= to;
    (isWhole ? months : days).push(day);
    day = addDays(isWhole ? last : day, 1);
  }
  return { months, days };
}

/** The first day of the month after a day's. */
function firstOfNextMonth(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
}
