import { extraFilters, type ExtraFilter } from '../../../contract/filter-names.ts';

/** The filters of every server. */
export const baseFilters = ['status', 'neighborhood'] as const;

/** The filters of a server that announces more. */
export const allFilters = [...baseFilters, ...extraFilters] as const;
export type CaseFilter = (typeof allFilters)[number];

/** Filters that are set together: both ends of some days are one. */
export const filterGroups = {
  receiver: ['receiver'],
  created: ['created_from', 'created_to'],
  deadline: ['deadline_from', 'deadline_to'],
  employment: ['employment'],
  source: ['source'],
  category: ['household_category'],
} as const satisfies Record<string, readonly ExtraFilter[]>;
export type FilterGroup = keyof typeof filterGroups;

/** The groups that narrow a list. */
export function activeGroups(filters: Readonly<Partial<Record<ExtraFilter, string>>>): FilterGroup[] {
  return (Object.keys(filterGroups) as FilterGroup[]).filter((group) =>
    filterGroups[group].some((name) => (filters[name] ?? '') !== ''),
  );
}

/** The change that takes a group away. */
export function without(group: FilterGroup): Partial<Record<ExtraFilter, null>> {
  return Object.fromEntries(filterGroups[group].map((name) => [name, null]));
}
