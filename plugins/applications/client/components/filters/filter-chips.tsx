import { type ListQuery, RemovableChip } from '#kernel/plugin-api/client.ts';
import { activeGroups, type ApplicationFilter, clearedGroup } from './filter-names.ts';
import { useFilterWords } from './use-filter-values.ts';

/** The props of the chips of the further filters. */
export interface FilterChipsProps {
  readonly list: Pick<ListQuery<ApplicationFilter>, 'filters' | 'setFilters'>;
}

/** A chip for each further filter that is active. */
export function FilterChips({ list }: FilterChipsProps) {
  const wordsOf = useFilterWords(list.filters);
  return activeGroups(list.filters).map((group) => (
    <RemovableChip key={group} label={wordsOf(group)} onRemove={() => list.setFilters(clearedGroup(group))} />
  ));
}
