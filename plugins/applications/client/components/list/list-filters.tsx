import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  ActiveFilters,
  Button,
  ChipGroup,
  Combobox,
  FilterChip,
  findOption,
  lazyComponent,
  Popover,
  RemovableChip,
  SearchInput,
  Select,
  type Sort,
  Toolbar,
  ToolbarItem,
  useDebouncedText,
  useText,
} from '#kernel/plugin-api/client.ts';
import { type ApplicationPage, statusFilters } from '../../../contract.ts';
import { useNeighborhoodOptions } from '../shared/facts.ts';
import { activeGroups } from '../filters/filter-names.ts';
import type { useApplicationList } from './use-application-list.ts';

interface ListFiltersProps {
  readonly list: ReturnType<typeof useApplicationList>['list'];
  /** Whether the server supports the further filters. */
  readonly takesFilters: boolean;
  /** Whether the order is chosen here; a table is sorted by its headers. */
  readonly hasSorts: boolean;
  /** Content at the end of the row. */
  readonly end: ReactNode;
  readonly counts: ApplicationPage['counts'] | null;
}

/** The filters and the order of the list. */
export function ListFilters({ list, takesFilters, hasSorts, end, counts }: ListFiltersProps) {
  const t = useText('applications');
  const neighborhoods = useNeighborhoodOptions();
  const [typed, setTyped, forget] = useDebouncedText(list.search, list.setSearch);
  const { neighborhood } = list.filters;
  const neighborhoodId = neighborhood === '' ? null : Number(neighborhood);
  return (
    <>
      <Toolbar label={t('list.tools')} end={end}>
        <ToolbarItem $width={280}>
          <SearchInput
            label={t('list.searchLabel')}
            placeholder={t('list.searchPlaceholder')}
            value={typed}
            onChange={setTyped}
          />
        </ToolbarItem>
        <ToolbarItem $width={220}>
          <Combobox
            aria-label={t('list.neighborhoodFilter')}
            placeholder={t('list.anyNeighborhood')}
            options={neighborhoods.options}
            loading={neighborhoods.loading}
            value={neighborhoodId}
            onChange={(id) => list.setFilter('neighborhood', id)}
            clearable
          />
        </ToolbarItem>
        {hasSorts ? (
          <ToolbarItem $width={190}>
            <Select
              aria-label={t('list.sort')}
              options={sortKeys.map((key) => ({ value: key, label: t(`list.sorts.${key}`) }))}
              value={sortName(list.sort)}
              onChange={(key) => list.setSort(sortOf(key))}
            />
          </ToolbarItem>
        ) : null}
        {takesFilters ? <FilterButton list={list} /> : null}
      </Toolbar>
      <StatusChips list={list} counts={counts} />
      {hasFilterRow(list) ? (
        <FilterRow
          list={list}
          neighborhood={findOption(neighborhoods.options, neighborhoodId)?.label ?? neighborhood}
          onRemoveSearch={() => setTyped('', true)}
          onClear={() => {
            forget();
            list.clear();
          }}
        />
      ) : null}
    </>
  );
}

/** A filter by each status, with its count. */
function StatusChips({ list, counts }: Pick<ListFiltersProps, 'list' | 'counts'>) {
  const t = useText('applications');
  const { status } = list.filters;
  return (
    <ChipGroup aria-label={t('list.statusFilter')}>
      <FilterChip
        label={t('list.all')}
        count={counts?.all}
        selected={status === ''}
        onSelect={() => list.setFilter('status', null)}
      />
      {statusFilters.map((filter) => (
        <FilterChip
          key={filter}
          label={t(`status.${filter}`)}
          count={counts?.[filter]}
          selected={status === filter}
          onSelect={() => list.setFilter('status', status === filter ? null : filter)}
        />
      ))}
    </ChipGroup>
  );
}

interface FilterRowProps extends Pick<ListFiltersProps, 'list'> {
  /** The name of the neighbourhood in the filter; its id while the name is unknown, empty without a filter. */
  readonly neighborhood: string;
  readonly onRemoveSearch: () => void;
  readonly onClear: () => void;
}

/** The active filters, each with a button that removes it, and one that removes all. */
function FilterRow({ list, neighborhood, onRemoveSearch, onClear }: FilterRowProps) {
  const t = useText('applications');
  const { status } = list.filters;
  return (
    <ActiveFilters>
      {status === '' ? null : (
        <RemovableChip
          label={t('list.chip.status', { value: t(`status.${status}`, { defaultValue: status }) })}
          onRemove={() => list.setFilter('status', null)}
        />
      )}
      {neighborhood === '' ? null : (
        <RemovableChip
          label={t('list.chip.neighborhood', { value: neighborhood })}
          onRemove={() => list.setFilter('neighborhood', null)}
        />
      )}
      {activeGroups(list.filters).length > 0 ? <chips.Component list={list} /> : null}
      {list.search === '' ? null : (
        <RemovableChip label={t('list.chip.search', { value: list.search })} onRemove={onRemoveSearch} />
      )}
      <Button variant="ghost" size="small" onClick={onClear}>
        {t('list.clear')}
      </Button>
    </ActiveFilters>
  );
}

/**
 * Whether filters other than the status are active; these have a separate row with a button that clears them.
 */
export function hasFilterRow({ search, filters }: ListFiltersProps['list']): boolean {
  return search !== '' || filters.neighborhood !== '' || activeGroups(filters).length > 0;
}

/** Opens the further filters, and shows how many are active. */
function FilterButton({ list }: Pick<ListFiltersProps, 'list'>) {
  const t = useText('applications');
  const count = activeGroups(list.filters).length;
  return (
    <Popover
      label={t('filters.panel')}
      width={320}
      align="start"
      renderTrigger={(props) => (
        <Button {...props} icon={<ListFilter />} onPointerEnter={panel.preload}>
          {count === 0 ? t('filters.button') : t('filters.buttonCount', { count })}
        </Button>
      )}
    >
      {() => <panel.Component list={list} />}
    </Popover>
  );
}

const panel = lazyComponent(async () => (await import('../filters/filter-panel.tsx')).FilterPanel);
const chips = lazyComponent(async () => (await import('../filters/filter-chips.tsx')).FilterChips);

const sorts = {
  newest: { key: 'createdAt', direction: 'down' },
  oldest: { key: 'createdAt', direction: 'up' },
  deadline: { key: 'cancel_time', direction: 'up' },
  neighborhood: { key: 'neighborhood', direction: 'up' },
  status: { key: 'status', direction: 'up' },
} as const satisfies Record<string, Sort>;

export type SortName = keyof typeof sorts;

/** The orders that the list offers. */
export const sortKeys = Object.keys(sorts) as SortName[];

/** Returns the sort with a name. */
export function sortOf(name: SortName): Sort {
  return sorts[name];
}

/** The name of a sort; null for one that the list does not offer. */
export function sortName(sort: Sort | null): SortName | null {
  return (
    sortKeys.find((name) => sorts[name].key === sort?.key && sorts[name].direction === sort.direction) ?? null
  );
}
