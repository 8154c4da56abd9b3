import type { Sort } from '../ui/data/table-model.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';

/** The options of a list: its filters and its default state. */
export interface ListQueryOptions<Filter extends string> {
  /** The path of the list's call, such as `applications`: a change is requested at once, before the page is rendered. */
  readonly path?: string | undefined;
  readonly filters?: readonly Filter[] | undefined;
  readonly defaults?:
    | {
        readonly limit?: number | undefined;
        readonly sort?: Sort | undefined;
        readonly filters?: Partial<Record<Filter, string>> | undefined;
      }
    | undefined;
}

/** The state of a list. An unset filter is an empty text. */
export interface ListState<Filter extends string> {
  readonly page: number;
  readonly limit: number;
  readonly sort: Sort | null;
  readonly search: string;
  readonly filters: Readonly<Record<Filter, string>>;
}

const defaultLimit = 20;

/** The default state of a list. */
export function defaultState<Filter extends string>({
  filters = [],
  defaults = {},
}: ListQueryOptions<Filter>): ListState<Filter> {
  return {
    page: 1,
    limit: defaults.limit ?? defaultLimit,
    sort: defaults.sort ?? null,
    search: '',
    filters: Object.fromEntries(filters.map((name) => [name, defaults.filters?.[name] ?? ''])) as Record<
      Filter,
      string
    >,
  };
}

/** Reads the state of a list from the address; invalid values are ignored. */
export function readListState<Filter extends string>(
  params: URLSearchParams,
  options: ListQueryOptions<Filter>,
): ListState<Filter> {
  const base = defaultState(options);
  const sortBy = params.get('sort_by');
  return {
    page: count(params.get('page'), 1_000_000) ?? base.page,
    limit: count(params.get('limit'), 100) ?? base.limit,
    sort:
      sortBy === null || sortBy === ''
        ? base.sort
        : { key: sortBy, direction: params.get('sort_order') === 'desc' ? 'down' : 'up' },
    search: params.get('search') ?? base.search,
    filters: Object.fromEntries(
      Object.entries<string>(base.filters).map(([name, value]) => [name, params.get(name) ?? value]),
    ) as Record<Filter, string>,
  };
}

/** Writes a state to the address: only values that differ from the default. Other parameters are preserved. */
export function writeListState<Filter extends string>(
  params: URLSearchParams,
  state: ListState<Filter>,
  options: ListQueryOptions<Filter>,
): URLSearchParams {
  const base = defaultState(options);
  const next = new URLSearchParams(params);
  function put(name: string, value: string, standard: string): void {
    if (value === standard) next.delete(name);
    else next.set(name, value);
  }
  put('page', String(state.page), String(base.page));
  put('limit', String(state.limit), String(base.limit));
  const sorted = state.sort !== null && !sameValues(state.sort, base.sort);
  put('sort_by', sorted ? (state.sort?.key ?? '') : '', '');
  put('sort_order', sorted ? orderOf(state.sort) : '', '');
  put('search', state.search, base.search);
  for (const [name, value] of Object.entries<string>(state.filters)) {
    put(name, value, (base.filters as Record<string, string>)[name] ?? '');
  }
  return next;
}

/** The query for the server: page and limit always, other values if set, in a fixed order. */
export function toQueryString<Filter extends string>(state: ListState<Filter>): string {
  const query = new URLSearchParams({ page: String(state.page), limit: String(state.limit) });
  if (state.sort) {
    query.set('sort_by', state.sort.key);
    query.set('sort_order', orderOf(state.sort));
  }
  if (state.search.trim() !== '') query.set('search', state.search.trim());
  for (const [name, value] of Object.entries<string>(state.filters)) {
    if (value !== '') query.set(name, value);
  }
  return query.toString();
}

function orderOf(sort: Sort | null): string {
  return sort?.direction === 'down' ? 'desc' : 'asc';
}

function count(text: string | null, max: number): number | null {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number >= 1 && number <= max ? number : null;
}
