import { addDays, daysBetween } from '#kernel/domain/text/index.ts';
import type { Days } from '#plugins/applications/contract.ts';
import type { TimeFilter } from '../../contract.ts';

/** The period of a query. */
export interface PeriodQuery {
  readonly timeFilter?: TimeFilter | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

/** The days of a query, and the two periods of equal length that are compared. */
export interface Period {
  /** Null for all time. */
  readonly days: Days | null;
  readonly now: Days;
  readonly before: Days;
}

/** The first day of periods without a start. */
const firstDay = '2000-01-01';

/** For all time: the number of last days that are compared with as many before. */
const defaultLength = 30;

/** The number of days, both ends included. */
export function lengthOf({ from, to }: Days): number {
  return daysBetween(from, to) + 1;
}

/** The period that a query selects. */
export function periodOf(query: PeriodQuery, today: string): Period {
  const days = daysOf(query, today);
  const now = days ?? { from: addDays(today, 1 - defaultLength), to: today };
  const before = { from: addDays(now.from, -lengthOf(now)), to: addDays(now.from, -1) };
  return { days, now, before };
}

function daysOf({ timeFilter, date_from, date_to }: PeriodQuery, today: string): Days | null {
  switch (timeFilter) {
    case 'all':
      return null;
    case 'today':
      return { from: today, to: today };
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case 'custom':
    case undefined: {
      if (date_from === undefined && date_to === undefined) return null;
      const from = date_from ?? firstDay;
      const to = date_to ?? (today < from ? from : today);
      return { from, to };
    }
  }
}
