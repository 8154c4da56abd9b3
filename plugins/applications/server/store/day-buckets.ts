import { sql } from 'kysely';
import { type Fragment, opaque } from '#kernel/plugin-api/server.ts';
import { addDays, firstOfMonth, firstOfNextMonth } from '#kernel/domain/text/index.ts';
import type { Days } from '../../contract.ts';

/** The condition that a day is within a range, both ends included. */
export function onDays({ from, to }: Days, column = 'day'): Fragment {
  return sql`${sql.ref(column)} between ${opaque(from, 'date')} and ${opaque(to, 'date')}`;
}

/** The condition that a counter (grain, since) is one of those that add up to a range of days. */
export function countersOnDays(range: Days): Fragment {
  const { months, days } = bucketsOf(range);
  const single = sql`grain = 'day' and since = any(${opaque(days, 'date[]')}::date[])`;
  return months === null
    ? sql`(${single})`
    : sql`((grain = 'month' and ${onDays(months, 'since')}) or (${single}))`;
}

/**
 * Splits a range of days into its whole months, as the first days of the first and last one, and the
 * remaining days.
 */
export function bucketsOf({ from, to }: Days): { months: Days | null; days: string[] } {
  const first = from === firstOfMonth(from) ? from : firstOfNextMonth(from);
  const end = firstOfMonth(addDays(to, 1));
  if (first >= end) return { months: null, days: daysUntil(from, addDays(to, 1)) };
  const last = firstOfMonth(addDays(end, -1));
  return {
    months: { from: first, to: last },
    days: [...daysUntil(from, first), ...daysUntil(end, addDays(to, 1))],
  };
}

function daysUntil(from: string, end: string): string[] {
  const days: string[] = [];
  for (let day = from; day < end; day = addDays(day, 1)) days.push(day);
  return days;
}
