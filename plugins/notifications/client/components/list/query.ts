import { addDays } from '#kernel/domain/text/index.ts';

/** The selectable periods, other than all time. */
export const periods = ['today', 'week', 'month', 'custom'] as const;
export type Period = (typeof periods)[number];

/** The filters of the page of all notifications; an empty text is no filter. */
export const filters = ['is_read', 'type', 'period', 'date_from', 'date_to'] as const;
export type Filter = (typeof filters)[number];

interface ListState {
  readonly page: number;
  readonly limit: number;
  readonly search: string;
  readonly filters: Readonly<Record<Filter, string>>;
}

/** The number of days of a period, including today. */
const lengths = { today: 1, week: 7, month: 30 } as const;

/**
 * The query for the server: a period as its days, ending today. From a server that implements only the
 * specification, an unfiltered page is requested.
 */
export function serverQuery(
  { page, limit, search, filters: chosen }: ListState,
  today: string,
  finds: boolean,
): string {
  const query = new URLSearchParams({ page: String(page), limit: String(limit) });
  if (!finds) return query.toString();
  const { is_read, type, period, date_from, date_to } = chosen;
  const days = daysOf(period, { from: date_from, to: date_to }, today);
  const rest = { is_read, type, date_from: days.from, date_to: days.to, search: search.trim() };
  for (const [name, value] of Object.entries(rest)) if (value !== '') query.set(name, value);
  return query.toString();
}

function daysOf(period: string, custom: { from: string; to: string }, today: string) {
  if (period === 'custom') return custom;
  if (!isPlain(period)) return { from: '', to: '' };
  return { from: addDays(today, 1 - lengths[period]), to: today };
}

function isPlain(period: string): period is keyof typeof lengths {
  return Object.hasOwn(lengths, period);
}
