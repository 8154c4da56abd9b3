import { addDays, firstOfNextMonth } from '#kernel/domain/text/index.ts';
import type { ApplicationMetrics, Days } from '#plugins/applications/contract.ts';
import type { ApplicationCharts } from '../../contract.ts';
import { lengthOf } from './period.ts';

/** The maximum number of days shown by day; longer periods are shown by month. */
const maxDays = 92;

/** Whether a chart of a period has points by day or by month; all time is shown by month. */
export function bucketSizeOf(days: Days | null): 'day' | 'month' {
  return days !== null && lengthOf(days) <= maxDays ? 'day' : 'month';
}

/** Arrivals and completions by day or month; empty buckets are filled with zeros. */
export function flowOf(
  { arrivals, completions }: Pick<ApplicationMetrics, 'arrivals' | 'completions'>,
  { days, bucketSize, today }: { days: Days | null; bucketSize: 'day' | 'month'; today: string },
): ApplicationCharts['flow'] {
  const known = [...arrivals, ...completions].map(({ since }) => since).toSorted();
  const [first] = known;
  const last = known.at(-1);
  // A custom period may start long before the first data: it is drawn from these on.
  const from = days && bucketSize === 'day' ? days.from : first;
  if (from === undefined) return [];
  const ends = [last ?? from, days ? min(days.to, today) : today].toSorted();
  const arrived = new Map(arrivals.map(({ since, count }) => [since, count]));
  const completed = new Map(completions.map(({ since, count }) => [since, count]));
  const next = (since: string) => (bucketSize === 'day' ? addDays(since, 1) : firstOfNextMonth(since));
  const flow: ApplicationCharts['flow'] = [];
  for (let since = from; since <= (ends.at(-1) ?? since); since = next(since)) {
    flow.push({ since, arrived: arrived.get(since) ?? 0, completed: completed.get(since) ?? 0 });
  }
  return flow;
}

function min(one: string, other: string): string {
  return one < other ? one : other;
}
