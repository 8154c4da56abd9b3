import { sql } from 'kysely';
import { filterParts, type Fragment, opaque, type Scope, within } from '#kernel/plugin-api/server.ts';
import { addDays } from '#kernel/domain/text/index.ts';
import type { Days, EmploymentStatus } from '../../../contract.ts';
import { type FilterGroup, filterGroups } from '../../../contract/filter-names.ts';
import { bucketsOf, onDays } from '../day-buckets.ts';
import { keyOf, plainKey, type ValueTag } from './bit-keys.ts';

/** A range of days, open at either end: `YYYY-MM-DD`, both included. */
export interface OpenDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The filters of a list other than area, neighbourhood, status and text. */
export interface ApplicationFilters {
  /** An admin, or null for none. */
  readonly receiver?: number | null | undefined;
  readonly created?: OpenDays | undefined;
  /** By the day of the deadline in the deployment's time zone; excludes applications without one. */
  readonly deadline?: OpenDays | undefined;
  readonly employment?: EmploymentStatus | undefined;
  /** `staff`, or the source that the receiving plugin names, such as `widget`. */
  readonly source?: string | undefined;
  /** The category of the applicant's household in the application's neighbourhood; null for none. */
  readonly category?: number | null | undefined;
  readonly timeZone: string;
}

/**
 * Keys of bits from `lo` to `hi`, for arrivals from month `first` to `last`; an application has exactly one
 * of them.
 */
export interface KeyRange {
  readonly lo: string;
  readonly hi: string;
  readonly first?: string;
  readonly last?: string;
}

/** A filter of a list: as bits, any of which may be set, and as a condition on the row. */
export interface Facet {
  readonly ranges: readonly KeyRange[];
  readonly isMatch: Fragment;
}

const groups = Object.keys(filterGroups) as FilterGroup[];

/** Whether filters need the bits: area, neighbourhood and status alone have their own counters. */
export function usesBitmaps(filters: ApplicationFilters): boolean {
  return groups.some((group) => filters[group] !== undefined);
}

/** The first and last day that a list may filter by. */
const dayLimits = { from: '2000-01-01', to: '2199-12-31' } as const;

/** Fills in missing ends of a range of days. */
export function toClosedRange(days: OpenDays): Days {
  return { from: days.from ?? dayLimits.from, to: days.to ?? dayLimits.to };
}

/** The facet of each group of filters; a group without one does not compile. */
const facetByGroup = (timeZone: string): FacetByGroup => ({
  receiver: (id) => valueFacet(keyOf('receiver', id ?? 0), isId('receiver_id', id)),
  category: (id) => valueFacet(keyOf('category', id ?? 0), isId('household_category_id', id)),
  employment: (value) =>
    valueFacet(keyOf('employment', value), sql`employment_status = ${opaque(value, 'text')}`),
  source: (word) => valueFacet(keyOf('source', word), sql`source = ${opaque(word, 'text')}`),
  created: (days) => createdFacet(toClosedRange(days)),
  deadline: (days) => deadlineFacet(days, timeZone),
});

type FacetByGroup = {
  readonly [Group in FilterGroup]: (value: Exclude<ApplicationFilters[Group], undefined>) => Facet;
};

/** The facets of a list; at least one, possibly the one that matches all. */
export function facetsOf(scope: Scope, { timeZone, ...filters }: ApplicationFilters): Facet[] {
  const conditions = filterParts(facetByGroup(timeZone), filters);
  const facets =
    scope === 'everywhere'
      ? conditions
      : [
          { ranges: scope.map((id) => keyRange(keyOf('neighborhood', id))), isMatch: within(scope) },
          ...conditions,
        ];
  return facets.length > 0 ? facets : [valueFacet(plainKey('all'), sql`true`)];
}

function isId(column: string, id: number | null): Fragment {
  return sql`coalesce(${sql.ref(column)}, 0) = ${opaque(id ?? 0, 'bigint')}`;
}

function valueFacet(key: string, isMatch: Fragment): Facet {
  return { ranges: [keyRange(key)], isMatch };
}

const keyRange = (key: string): KeyRange => ({ lo: key, hi: key });

/** Whole months match everything that arrived in them; the remaining days match by day. */
function createdFacet(range: Days): Facet {
  const { months, days } = bucketsOf(range);
  const whole = months ? [{ ...keyRange(plainKey('all')), first: months.from, last: months.to }] : [];
  return { ranges: [...whole, ...dayKeys('day', days)], isMatch: onDays(range) };
}

/** Whole months of deadlines, and single days for the rest. */
function deadlineFacet(deadline: OpenDays, timeZone: string): Facet {
  const range = toClosedRange(deadline);
  const { months, days } = bucketsOf(range);
  const monthKey = (day: string) => keyOf('deadlineMonth', day.slice(0, 7));
  const whole = months ? [{ lo: monthKey(months.from), hi: monthKey(months.to) }] : [];
  return {
    ranges: [...whole, ...dayKeys('deadlineDay', days)],
    isMatch: sql`(cancel_time at time zone ${opaque(timeZone, 'text')})::date
      between ${opaque(range.from, 'date')} and ${opaque(range.to, 'date')}`,
  };
}

function dayKeys(tag: ValueTag, days: readonly string[]): KeyRange[] {
  return runsOf(days).map(([from, to]) => ({ lo: keyOf(tag, from), hi: keyOf(tag, to) }));
}

/** Runs of consecutive days, as first and last. */
function runsOf(days: readonly string[]): [string, string][] {
  const runs: [string, string][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && addDays(run[1], 1) === day) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

/** The same facets, limited to arrivals between two months, both included: given as the months' first days. */
export function facetsWithin(facets: readonly Facet[], months: Days): Facet[] {
  return facets.map((facet) => ({
    ...facet,
    ranges: facet.ranges.map(({ first = months.from, last = months.to, ...range }) => ({
      ...range,
      first: first > months.from ? first : months.from,
      last: last < months.to ? last : months.to,
    })),
  }));
}

/** The keys of some facets, as rows of a table with the given name: (facet, lo, hi, first, last). */
export function requestedKeys(facets: readonly Facet[], table: Fragment): Fragment {
  const rows = facets.flatMap(({ ranges }, facet) => ranges.map((range) => ({ facet, ...range })));
  const column = (value: (row: (typeof rows)[number]) => unknown, type: 'bigint[]' | 'text[]' | 'date[]') =>
    opaque(rows.map(value), type);
  return sql`unnest(${column(({ facet }) => facet, 'bigint[]')}, ${column(({ lo }) => lo, 'text[]')},
    ${column(({ hi }) => hi, 'text[]')}, ${column(({ first }) => first ?? '-infinity', 'date[]')},
    ${column(({ last }) => last ?? 'infinity', 'date[]')}) as ${table} (facet, lo, hi, first, last)`;
}
