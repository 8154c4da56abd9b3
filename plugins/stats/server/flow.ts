import type { ApplicationFigures, Days } from '#plugins/applications/contract.ts';
import type { ApplicationCharts } from '../contract.ts';
import { addDays, lengthOf } from './period.ts';

/** So many days are shown one by one, more by the month. */
const mostDays = 92;

/** By what a chart of some days adds up; of all time by the month. */
export function grainOf(days: Days | null): 'day' | 'month' {
  return days !== null && lengthOf(days) <= mostDays ? 'day' : 'month';
}

/** Arrivals and completions side by side, a day or a month on which nothing happened being there with zeros. */
export function flowOf(
  { arrivals, completions }: Pick<ApplicationFigures, 'arrivals' | 'completions'>,
  { days, grain, today }: { days: Days | null; grain: 'day' | 'month'; today: string },
): ApplicationCharts['flow'] {
  const known = [...arrivals, ...completions].map(({ since }) => since).toSorted();
  const [first] = known;
  const last = known.at(-1);
  // A custom period may begin long before anything happened: it is drawn from there on.
  const from = days && grain === 'day' ? days.from : first;
  if (from === undefined) return [];
  const ends = [last ?? from, days ? min(days.to, today) : today].toSorted();
  const arrived = new Map(arrivals.map(({ since, count }) => [since, count]));
  const completed = new Map(completions.map(({ since, count }) => [since, count]));
  const flow: ApplicationCharts['flow'] = [];
  for (let since = from; since <= (ends.at(-1) ?? since); since = next(since, grain)) {
    flow.push({ since, arrived: arrived.get(since) ?? 0, completed: completed.get(since) ?? 0 });
  }
  return flow;
}

function next(since: string, grain: 'day' | 'month'): string {
  if (grain === 'day') return addDays(since, 1);
  return `${addDays(`${since.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
}

function min(one: string, other: string): string {
  return one < other ? one : other;
}
