import { areaOf, runQuery, superAdmin } from '#kernel/plugin-api/contract.ts';
import { type Effects, routesOf } from '#kernel/plugin-api/server.ts';
import { dayAt } from '#kernel/domain/text/index.ts';
import {
  applicationCountsQuery,
  applicationMetricsQuery,
  applicationsQuery,
  neighborhoodCountsQuery,
  type ApplicationsCriteria,
  type ApplicationCounts,
  statusFilters,
} from '#plugins/applications/contract.ts';
import {
  applicationChartsQuerySchema,
  applicationChartsSchema,
  applicationStatsQuerySchema,
  applicationStatsSchema,
  type ApplicationCharts,
  type Metric,
  type MetricKey,
} from '../../contract.ts';
import { stats } from '../../manifest.ts';
import { flowOf, bucketSizeOf } from './flow.ts';
import { periodOf, type Period } from './period.ts';

const route = routesOf(stats);

/** `GET stats/application-stats`. */
export const applicationStats = route({
  method: 'GET',
  path: 'stats/application-stats',
  summary: 'Applications of a period by status, with their change, and a page of them',
  access: superAdmin,
  replica: true,
  query: applicationStatsQuerySchema,
  response: applicationStatsSchema,
  async handle({ viewer, query, language, context, hooks, present }) {
    const period = periodOf(query, dayAt(Date.now(), context.timeZone));
    const { page, limit, neighborhood, status, search, sort_by: sortBy = 'createdAt' } = query;
    const criteria = { area: areaOf(viewer), neighborhood, days: period.days };
    const [applications, statuses] = await Promise.all([
      runQuery(hooks, applicationsQuery, {
        ...criteria,
        language,
        page,
        limit,
        status,
        search,
        sortBy,
        direction: query.sort_order ?? (sortBy === 'createdAt' ? 'desc' : 'asc'),
        present,
      }),
      readMetrics(hooks, criteria, period),
    ]);
    return { applications, statuses };
  },
});

/** `GET stats/application-charts`. */
export const applicationCharts = route({
  method: 'GET',
  path: 'stats/application-charts',
  summary: 'Arrivals, answers and delays of applications, by receiver and neighbourhood',
  access: superAdmin,
  replica: true,
  query: applicationChartsQuerySchema,
  response: applicationChartsSchema,
  handle({ viewer, query, context, hooks }) {
    const today = dayAt(Date.now(), context.timeZone);
    const { days } = periodOf(query, today);
    return readCharts(hooks, { area: areaOf(viewer), neighborhood: query.neighborhood, days }, today);
  },
});

/** The metrics of the cards; each of the three periods is one statement over counters. */
export async function readMetrics(
  hooks: Effects['hooks'],
  criteria: ApplicationsCriteria,
  { now, before }: Period,
): Promise<Record<MetricKey, Metric>> {
  const count = (days: ApplicationsCriteria['days']) =>
    runQuery(hooks, applicationCountsQuery, { ...criteria, days });
  const [compared, former] = await Promise.all([count(now), count(before)]);
  return metricsOf(criteria.days ? compared : await count(null), compared, former);
}

/** The data of the charts. */
export async function readCharts(
  hooks: Effects['hooks'],
  criteria: ApplicationsCriteria,
  today: string,
): Promise<ApplicationCharts> {
  const bucketSize = bucketSizeOf(criteria.days);
  const [metrics, neighborhoods] = await Promise.all([
    runQuery(hooks, applicationMetricsQuery, { ...criteria, bucketSize }),
    runQuery(hooks, neighborhoodCountsQuery, criteria),
  ]);
  return {
    bucket_size: bucketSize,
    flow: flowOf(metrics, { days: criteria.days, bucketSize, today }),
    lengths: [...metrics.durations],
    employment: Object.entries(metrics.employment).map(([employment_status, count]) => ({
      employment_status: employment_status as ApplicationCharts['employment'][number]['employment_status'],
      count,
    })),
    neighborhoods: neighborhoods.map(({ id, uz, ru, all, completed, late }) => ({
      neighborhood: { id, uz, ru },
      total: all,
      completed,
      late,
    })),
    late: [...metrics.late],
  };
}

/** The change in percent, to one decimal; from none to some is 100. */
export function changePercent(now: number, before: number): number {
  if (before === 0) return now === 0 ? 0 : 100;
  const change = Math.round(((now - before) / before) * 1000) / 10;
  // No negative zero in the response.
  return change === 0 ? 0 : change;
}

/** The metrics of the cards. */
function metricsOf(
  shown: ApplicationCounts,
  now: ApplicationCounts,
  before: ApplicationCounts,
): Record<MetricKey, Metric> {
  const metricOf = (key: keyof ApplicationCounts) => ({
    total: shown[key],
    change_percent: changePercent(now[key], before[key]),
  });
  const statuses = Object.fromEntries(statusFilters.map((status) => [status, metricOf(status)]));
  return { total: metricOf('all'), ...statuses } as Record<MetricKey, Metric>;
}
