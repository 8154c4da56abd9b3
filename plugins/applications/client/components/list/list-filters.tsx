import { styled } from 'styled-components';
import {
  ActiveFilters,
  Button,
  ChipRow,
  Combobox,
  FilterChip,
  media,
  type Option,
  RemovableChip,
  SearchInput,
  Select,
  type Sort,
  Toolbar,
  ToolbarItem,
  useDebouncedText,
  useText,
} from '#kernel/plugin-api/client.ts';
import { type ApplicationPage, type StatusFilter, statusFilters } from '../../../contract.ts';

interface ListFiltersProps {
  readonly status: string;
  readonly neighborhood: string;
  readonly search: string;
  readonly sort: Sort | null;
  readonly counts: ApplicationPage['counts'] | null;
  readonly neighborhoods: readonly Option<number>[];
  readonly loadingNeighborhoods: boolean;
  /** Something but the status narrows the list: it stands in a row of its own, with the way back. */
  readonly chosen: boolean;
  readonly onStatus: (status: StatusFilter | null) => void;
  readonly onNeighborhood: (id: number | null) => void;
  readonly onSearch: (text: string) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onClear: () => void;
}

/** What the list is narrowed and sorted by. */
export function ListFilters(props: ListFiltersProps) {
  const { status, neighborhood, search, sort, counts, neighborhoods, onStatus, onNeighborhood } = props;
  const t = useText('applications');
  const [typed, setTyped, forget] = useDebouncedText(search, props.onSearch);
  const neighborhoodId = neighborhood === '' ? null : Number(neighborhood);
  const neighborhoodName = neighborhoods.find(({ value }) => value === neighborhoodId)?.label;
  return (
    <>
      <Toolbar label={t('list.tools')}>
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
            options={neighborhoods}
            loading={props.loadingNeighborhoods}
            value={neighborhoodId}
            onChange={onNeighborhood}
            clearable
          />
        </ToolbarItem>
        <ToolbarItem $width={190}>
          <Select
            aria-label={t('list.sort')}
            options={sortKeys.map((key) => ({ value: key, label: t(`list.sorts.${key}`) }))}
            value={sortName(sort)}
            onChange={(key) => props.onSort(sortOf(key))}
          />
        </ToolbarItem>
      </Toolbar>
      <Chips as="fieldset" aria-label={t('list.statusFilter')}>
        <FilterChip
          label={t('list.all')}
          count={counts?.all}
          selected={status === ''}
          onSelect={() => onStatus(null)}
        />
        {statusFilters.map((filter) => (
          <FilterChip
            key={filter}
            label={t(`status.${filter}`)}
            count={counts?.[filter]}
            selected={status === filter}
            onSelect={() => onStatus(status === filter ? null : filter)}
          />
        ))}
      </Chips>
      {props.chosen ? (
        <ActiveFilters>
          {status === '' ? null : (
            <RemovableChip
              label={t('list.chip.status', { value: t(`status.${status}`, { defaultValue: status }) })}
              onRemove={() => onStatus(null)}
            />
          )}
          {neighborhoodId === null ? null : (
            <RemovableChip
              label={t('list.chip.neighborhood', { value: neighborhoodName ?? neighborhood })}
              onRemove={() => onNeighborhood(null)}
            />
          )}
          {search === '' ? null : (
            <RemovableChip
              label={t('list.chip.search', { value: search })}
              onRemove={() => setTyped('', true)}
            />
          )}
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              forget();
              props.onClear();
            }}
          >
            {t('list.clear')}
          </Button>
        </ActiveFilters>
      ) : null}
    </>
  );
}

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

/** The sort of a name. */
export function sortOf(name: SortName): Sort {
  return sorts[name];
}

/** The name of a sort; an order that the list does not offer has none. */
export function sortName(sort: Sort | null): SortName | null {
  return (
    sortKeys.find((name) => sorts[name].key === sort?.key && sorts[name].direction === sort.direction) ?? null
  );
}

const Chips = styled(ChipRow)`
  min-width: 0;
  margin: 0 0 12px;
  border: 0;

  ${media.desktop} {
    padding: 0;
  }

  ${media.phone} {
    margin: 0 -12px 12px;
  }
`;
