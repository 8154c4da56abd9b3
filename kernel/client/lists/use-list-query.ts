import { useSearchParams } from 'react-router-dom';
import { apiAddress, requestAhead } from '../data/request.ts';
import type { Sort } from '../ui/data/table-model.ts';
import {
  defaultState,
  readListState,
  toQueryString,
  writeListState,
  type ListQueryOptions,
  type ListState,
} from './list-query.ts';

/** Changes for {@link ListQuery.apply}; omitted fields are unchanged. */
export interface ListChange<Filter extends string> {
  readonly limit?: number;
  readonly sort?: Sort | null;
  readonly search?: string;
  readonly filters?: Partial<Record<Filter, string | number | null>>;
}

/** The state of a list, with functions that change it. Any change except of the page returns to the first page. */
export interface ListQuery<Filter extends string> extends ListState<Filter> {
  /** Whether the list has a search or a filter. */
  readonly narrowed: boolean;
  setPage(page: number): void;
  setLimit(limit: number): void;
  setSort(sort: Sort | null): void;
  /** Sets the search. Replaces the address instead of adding to the history, since it changes with every letter. */
  setSearch(search: string): void;
  setFilter(name: Filter, value: string | number | null): void;
  setFilters(values: Partial<Record<Filter, string | number | null>>): void;
  /** Applies several changes, such as those of a form, as one history entry. */
  apply(next: ListChange<Filter>): void;
  /** Clears search and filters. */
  clear(): void;
  /** The query for the server, without a question mark. */
  toQueryString(): string;
}

/**
 * Stores page, page size, sort, search and filters of a list in the address, so that a reload, a shared link and the
 * back button work. The address contains only differences from the default.
 *
 * @example const list = useListQuery({ filters: ['status', 'neighborhood'], defaults: { limit: 20 } });
 */
export function useListQuery<const Filter extends string = never>(
  options: ListQueryOptions<Filter> = {},
): ListQuery<Filter> {
  const [address, setParams] = useSearchParams();
  const state = readListState(address, options);

  function change(next: (state: ListState<Filter>) => ListState<Filter>, replace = false): void {
    // Reads the address itself: the rendered state may be older and would undo a recent change.
    const params = new URLSearchParams(location.search);
    const now = readListState(params, options);
    const changed = next(now);
    requestChanged(options.path, toQueryString(now), toQueryString(changed));
    setParams(writeListState(params, changed, options), { replace, preventScrollReset: true });
  }

  function apply({ filters = {}, ...rest }: ListChange<Filter>): void {
    const entries = Object.entries<string | number | null | undefined>(filters);
    const texts = Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? '')]));
    change((now) => ({ ...now, ...rest, page: 1, filters: { ...now.filters, ...texts } }));
  }

  function setFilters(filters: Partial<Record<Filter, string | number | null>>): void {
    apply({ filters });
  }

  return {
    ...state,
    narrowed:
      state.search.trim() !== '' || Object.values<string>(state.filters).some((value) => value !== ''),
    setPage(page) {
      change((now) => ({ ...now, page }));
      scrollTo({ top: 0 });
    },
    setLimit: (limit) => change((now) => ({ ...now, page: 1, limit })),
    setSort: (sort) => change((now) => ({ ...now, page: 1, sort })),
    setSearch: (search) => change((now) => ({ ...now, page: 1, search }), true),
    setFilter: (name, value) =>
      setFilters({ [name]: value } as Partial<Record<Filter, string | number | null>>),
    setFilters,
    apply,
    clear: () =>
      change((now) => {
        const { filters } = defaultState(options);
        const emptied = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
        return { ...now, page: 1, search: '', filters: emptied as Record<Filter, string> };
      }),
    toQueryString: () => toQueryString(state),
  };
}

/** Milliseconds within which the page reads the list after a change. */
const renderedWithinMs = 500;

/** Requests a changed list; rendering the page, which reads it, takes a part of the time of a short request. */
function requestChanged(path: string | undefined, now: string, next: string): void {
  if (path !== undefined && next !== now) requestAhead(apiAddress(`${path}?${next}`), renderedWithinMs);
}
