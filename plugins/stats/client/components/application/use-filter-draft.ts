import { useState } from 'react';
import type { Sort } from '#kernel/client/ui/index.ts';
import { timeFilters, type TimeFilter } from '../../../contract.ts';
import { newestFirst, type StatsQuery } from './use-application-stats.ts';

/** What the form gathers before it is applied. */
export interface FilterDraft {
  readonly neighborhood: number | null;
  readonly limit: number;
  readonly sort: Sort;
  readonly search: string;
  readonly date_from: string;
  readonly date_to: string;
}

/** The period that the address names; two days alone are one of one's own. */
export function timeOf({ filters: { timeFilter, date_from, date_to } }: StatsQuery): TimeFilter {
  const named = timeFilters.find((one) => one === timeFilter);
  return named ?? (date_from !== '' || date_to !== '' ? 'custom' : 'all');
}

/** The filters that wait for "apply"; what the address says counts until they are touched. */
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
  const key = JSON.stringify(applied);
  const [touched, setTouched] = useState<{ key: string; change: Partial<FilterDraft> }>({ key, change: {} });
  // Another address, such as that of the back button, is another beginning.
  const change = touched.key === key ? touched.change : {};
  const draft: FilterDraft = { ...applied, ...change };
  const isCustom = timeOf(query) === 'custom';

  return {
    draft,
    isTouched: JSON.stringify(draft) !== key,
    set: (more: Partial<FilterDraft>) => setTouched({ key, change: { ...change, ...more } }),
    apply() {
      const { limit, sort, search, neighborhood, date_from, date_to } = draft;
      query.apply({
        limit,
        sort,
        search,
        filters: { neighborhood, ...(isCustom ? { date_from, date_to } : {}) },
      });
    },
    clear() {
      setTouched({ key, change: {} });
      query.apply({
        limit: 30,
        sort: newestFirst,
        search: '',
        filters: { status: null, neighborhood: null, timeFilter: null, date_from: null, date_to: null },
      });
    },
  };
}
