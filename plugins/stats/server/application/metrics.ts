import type { ApplicationCounts } from '#plugins/applications/contract.ts';
import { statusFilters } from '#plugins/applications/contract.ts';
import type { Metric, MetricKey } from '../../contract.ts';

/** By how many percent there are more or fewer than before, to a tenth; from none to some is 100. */
export function changePercent(now: number, before: number): number {
  if (before === 0) return now === 0 ? 0 : 100;
  const change = Math.round(((now - before) / before) * 1000) / 10;
  // No negative zero on the wire.
  return change === 0 ? 0 : change;
}

/** The figures of the cards. */
export function metricsOf(
  shown: ApplicationCounts,
  now: ApplicationCounts,
  before: ApplicationCounts,
): Record<MetricKey, Metric> {
  const figure = (key: keyof ApplicationCounts) => ({
    total: shown[key],
    change_percent: changePercent(now[key], before[key]),
  });
  const statuses = Object.fromEntries(statusFilters.map((status) => [status, figure(status)]));
  return { total: figure('all'), ...statuses } as Record<MetricKey, Metric>;
}
