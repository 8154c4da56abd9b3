import { type Sort, useCapabilities, useListQuery, useRead } from '#kernel/plugin-api/client.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { applicationChartsDocument, applicationStatsDocument } from '../../data/queries.ts';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type TimeFilter, timeFilters } from '../../../contract.ts';

/** The defaults of the page without parameters in the address. */
export const newestFirst: Sort = { key: 'createdAt', direction: 'down' };

const filterNames = ['status', 'neighborhood', 'timeFilter', 'date_from', 'date_to'] as const;

/** The state of the page, which is in the address, and functions to change it. */
export function useStatsQuery() {
  return useListQuery({ filters: filterNames, defaults: { limit: 30, sort: newestFirst } });
}

export type StatsQuery = ReturnType<typeof useStatsQuery>;

/** The metrics and the page of applications for the address. */
export function useApplicationStats(query: StatsQuery) {
  const read = useRead(applicationStatsDocument, { variables: { query: query.toQueryString() }, keep: true });
  return { read, stats: read.data?.stats };
}

/** The charts for the same period and neighbourhood; an older server has none. */
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
  return { able, read };
}

/** The values of the form before they are applied. */
export interface FilterDraft {
  readonly neighborhood: number | null;
  readonly limit: number;
  readonly sort: Sort;
  readonly search: string;
  readonly date_from: string;
  readonly date_to: string;
}

/** Returns the period in the address; two days without a period mean a custom one. */
export function timeOf({ filters: { timeFilter, date_from, date_to } }: StatsQuery): TimeFilter {
  const named = timeFilters.find((one) => one === timeFilter);
  return named ?? (date_from !== '' || date_to !== '' ? 'custom' : 'all');
}

/** The parameters of the address that the form sets. */
const formNames = [
  'neighborhood',
  'limit',
  'sort_by',
  'sort_order',
  'search',
  'date_from',
  'date_to',
] as const;

/** Returns a key for the part of an address that the form sets. */
function keyOf(search: string): string {
  const params = new URLSearchParams(search);
  return JSON.stringify(formNames.map((name) => params.get(name)));
}

/** Changes in the form that are not yet applied. */
interface Touched {
  /** The rendered address, … */
  readonly drawn: string;
  /** … and the current address, which is ahead of it until a change is rendered. */
  readonly address: string;
  readonly change: Partial<FilterDraft>;
}

/**
 * The filters until they are applied; those of the address count until the form is touched. Another address,
 * such as after the back button, resets the form; changes made after it and before it is rendered belong to
 * it.
 */
export function useFilterDraft(query: StatsQuery) {
  const { filters } = query;
  const applied: FilterDraft = {
    neighborhood: filters.neighborhood === '' ? null : Number(filters.neighborhood),
    limit: query.limit,
    sort: query.sort ?? newestFirst,
    search: query.search,
    date_from: filters.date_from,
    date_to: filters.date_to,
  };
  const drawn = keyOf(useLocation().search);
  const [touched, setTouched] = useState<Touched>({ drawn, address: drawn, change: {} });
  const { change } = touched;
  if (touched.drawn !== drawn) {
    setTouched({ drawn, address: drawn, change: touched.address === drawn ? change : {} });
  }
  const draft: FilterDraft = { ...applied, ...change };
  const isCustom = timeOf(query) === 'custom';

  return {
    draft,
    isTouched: !sameValues(draft, applied),
    set(more: Partial<FilterDraft>) {
      const address = keyOf(location.search);
      setTouched((now) => ({
        drawn,
        address,
        change: now.address === address ? { ...now.change, ...more } : more,
      }));
    },
    apply() {
      // Only changed values: the others are those of the address, which may be ahead of the rendered page.
      const { neighborhood, date_from, date_to, ...rest } = change;
      const days = {
        ...(date_from === undefined ? {} : { date_from }),
        ...(date_to === undefined ? {} : { date_to }),
      };
      query.apply({
        ...rest,
        filters: { ...(neighborhood === undefined ? {} : { neighborhood }), ...(isCustom ? days : {}) },
      });
    },
    clear() {
      setTouched({ drawn, address: drawn, change: {} });
      query.apply({
        limit: 30,
        sort: newestFirst,
        search: '',
        filters: { status: null, neighborhood: null, timeFilter: null, date_from: null, date_to: null },
      });
    },
  };
}
