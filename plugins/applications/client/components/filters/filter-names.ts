import {
  extraFilters,
  type ExtraFilter,
  type FilterGroup,
  filterGroups,
} from '../../../contract/filter-names.ts';

/** The filters of every server. */
export const baseFilters = ['status', 'neighborhood'] as const;

/** The filters of a server that announces more. */
export const allFilters = [...baseFilters, ...extraFilters] as const;
export type ApplicationFilter = (typeof allFilters)[number];

/** The groups that narrow a list. */
export function activeGroups(filters: Readonly<Partial<Record<ExtraFilter, string>>>): FilterGroup[] {
  return (Object.keys(filterGroups) as FilterGroup[]).filter((group) =>
    filterGroups[group].some((name: ExtraFilter) => (filters[name] ?? '') !== ''),
  );
}

/** The change that takes a group away. */
export function without(group: FilterGroup): Partial<Record<ExtraFilter, null>> {
  return Object.fromEntries(filterGroups[group].map((name) => [name, null]));
}
