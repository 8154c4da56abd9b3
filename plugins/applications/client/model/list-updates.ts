import { defaultTimeZone } from '#kernel/domain/text/dates.ts';
import { extraFilters } from '../../contract/filter-names.ts';
import { statusFilters, type Application, type ApplicationPage, type StatusFilter } from '../../contract.ts';
import { matchesExtra, type Reader } from './match-filters.ts';
import { isLate } from './deadline.ts';

const nobody: Reader = { adminId: 0, timeZone: defaultTimeZone };

/** The filters of a list by which new applications can be matched. */
export interface ListFilter {
  readonly page: number;
  readonly status: StatusFilter | null;
  readonly neighborhood: number | null;
  readonly searching: boolean;
  /** The active further filters. */
  readonly extra: Readonly<Record<string, string>>;
  /** The only order in which new applications belong at the top. */
  readonly newestFirst: boolean;
}

/** A page of the list, from which an older server omits the counts. */
export type ListPage = Omit<ApplicationPage, 'counts' | 'pagination'> & {
  readonly counts: ApplicationPage['counts'] | null;
};

/** Parses the filter from the list's query. */
export function filterOf(query: string): ListFilter {
  const params = new URLSearchParams(query);
  const status = params.get('status');
  return {
    page: Number(params.get('page') ?? 1),
    status: statusFilters.find((filter) => filter === status) ?? null,
    neighborhood: params.has('neighborhood') ? Number(params.get('neighborhood')) : null,
    searching: params.has('search'),
    extra: Object.fromEntries(
      extraFilters.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
    ),
    newestFirst:
      !params.has('sort_by') ||
      (params.get('sort_by') === 'createdAt' && params.get('sort_order') === 'desc'),
  };
}

/** Whether an application matches a filter; with a search, only the server can tell. */
export function matches(
  application: Application,
  filter: ListFilter,
  now: number,
  reader: Reader = nobody,
): boolean {
  if (filter.searching || !isCounted(application, filter, reader)) return false;
  if (filter.status === null) return true;
  return filter.status === 'late' ? isLate(application, now) : application.status.status === filter.status;
}

/** Counts a new application, which adds to its neighbourhood's counts under any status filter. */
export function countArrival(
  page: ListPage,
  application: Application,
  filter: ListFilter,
  now: number,
  reader: Reader = nobody,
): ListPage {
  const counts =
    page.counts && isCounted(application, filter, reader)
      ? shift(page.counts, { all: 1, [application.status.status]: 1 })
      : page.counts;
  return matches(application, filter, now, reader) ? { ...longer(page, 1), counts } : { ...page, counts };
}

/** Adds applications at the top of a page; existing ones keep their position. */
export function prependApplications(page: ListPage, applications: readonly Application[]): ListPage {
  const known = new Set(page.items.map(({ id }) => id));
  const fresh = applications.filter(({ id }) => !known.has(id));
  return fresh.length === 0 ? page : { ...page, items: [...fresh, ...page.items] };
}

/**
 * Replaces an application by its newer version: its position stays even if the filter no longer matches, and
 * the counts are updated.
 */
export function takeVersion(page: ListPage, version: Application, now: number): ListPage | null {
  const old = page.items.find(({ id }) => id === version.id);
  if (!old || Date.parse(version.updatedAt) < Date.parse(old.updatedAt)) return null;
  const from = old.status.status;
  const to = version.status.status;
  const late = Number(isLate(version, now)) - Number(isLate(old, now));
  return {
    ...page,
    items: page.items.map((item) => (item.id === version.id ? version : item)),
    counts: page.counts && from !== to ? shift(page.counts, { [from]: -1, [to]: 1, late }) : page.counts,
  };
}

/** Whether an application adds to the counts, which cover every status. */
function isCounted(application: Application, { neighborhood, extra }: ListFilter, reader: Reader): boolean {
  const isInside = neighborhood === null || Number(application.neighborhood_id) === neighborhood;
  return isInside && matchesExtra(application, extra, reader);
}

type Counts = ApplicationPage['counts'];

function shift(counts: Counts, by: Partial<Counts>): Counts {
  const next = { ...counts };
  for (const [name, step] of Object.entries(by) as [keyof Counts, number][]) {
    next[name] = Math.max(0, next[name] + step);
  }
  return next;
}

function longer(page: ListPage, by: number): ListPage {
  const length = page.length + by;
  return { ...page, length, total_pages: Math.max(1, Math.ceil(length / (page.limit || 20))) };
}
