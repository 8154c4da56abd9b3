import { useCapabilities, useListQuery, useRead } from '#kernel/client/index.ts';
import type { Sort } from '#kernel/client/ui/index.ts';
import { applicationChartsDocument, applicationStatsDocument } from '../../queries.ts';

/** How the page stands when the address says nothing. */
export const newestFirst: Sort = { key: 'createdAt', direction: 'down' };

const filterNames = ['status', 'neighborhood', 'timeFilter', 'date_from', 'date_to'] as const;

/** The state of the page, which is in the address, and how to change it. */
export function useStatsQuery() {
  return useListQuery({ filters: filterNames, defaults: { limit: 30, sort: newestFirst } });
}

export type StatsQuery = ReturnType<typeof useStatsQuery>;

/** The figures and the page of applications that the address asks for. */
export function useApplicationStats(query: StatsQuery) {
  const read = useRead(applicationStatsDocument, { variables: { query: query.toQueryString() }, keep: true });
  return { read, stats: read.data?.stats };
}

/** The charts of the same period and neighbourhood; an older server has none. */
export function useApplicationCharts({ filters }: StatsQuery) {
  const able = useCapabilities('stats').includes('stats.charts');
  const query = new URLSearchParams(
    Object.entries(filters).filter(([name, value]) => name !== 'status' && value !== ''),
  );
  const read = useRead(applicationChartsDocument, {
    variables: { query: query.toString() },
    keep: true,
    skip: !able,
  });
  return { able, read, charts: read.data?.charts };
}
