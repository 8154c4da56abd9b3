import {
  extraFilters,
  type ExtraFilter,
  type FilterGroup,
  filterGroups,
} from '../../../contract/filter-names.ts';

/** The filters that every server has. */
export const baseFilters = ['status', 'neighborhood'] as const;

/** The filters of a server that announces the further ones. */
export const allFilters = [...baseFilters, ...extraFilters] as const;
export type ApplicationFilter = (typeof allFilters)[number];

/** The groups with an active filter. */
export function activeGroups(filters: Readonly<Partial<Record<ExtraFilter, string>>>): FilterGroup[] {
  return (Object.keys(filterGroups) as FilterGroup[]).filter((group) =>
    filterGroups[group].some((name: ExtraFilter) => (filters[name] ?? '') !== ''),
  );
}

/** The change that clears a group. */
export function clearedGroup(group: FilterGroup): Partial<Record<ExtraFilter, null>> {
  return Object.fromEntries(filterGroups[group].map((name) => [name, null]));
}
