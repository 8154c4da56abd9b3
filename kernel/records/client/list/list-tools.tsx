import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { ListQuery } from '#kernel/client/lists/use-list-query.ts';
import { useDebouncedText } from '#kernel/client/lists/use-debounced-text.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { media } from '#kernel/client/ui/layout/breakpoints.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { ActiveFilters, RemovableChip } from '#kernel/client/ui/inputs/choice/chips.tsx';
import { Combobox, Select } from '#kernel/client/ui/inputs/select/select.tsx';
import type { Option } from '#kernel/client/ui/inputs/select/option.ts';
import { SearchInput } from '#kernel/client/ui/inputs/text/search-input.tsx';
import { Toolbar, ToolbarItem } from '#kernel/client/ui/layout/toolbar.tsx';
import type { ListView, RecordColumn } from './list-view.ts';
import { ViewButton } from './view-button.tsx';

/** By what a list can be narrowed. */
export interface ListFilter<Key extends string = string> {
  readonly key: Key;
  /** The label of the filter, such as "Mahalla". */
  readonly label: string;
  /** In place of a value when there is none, such as "Barcha mahallalar". */
  readonly any: string;
  readonly options: readonly Option<string | number>[];
  /** Of records that are read from the server: these are found by typing, however many they are. */
  readonly loading?: boolean | undefined;
  /** A field of another kind, such as of a day, or none; the value is what stands in the address. */
  readonly render?: ((value: string, onChange: (value: string | null) => void) => ReactNode) | undefined;
  /** What a value without an option is called. */
  readonly labelOf?: ((value: string) => string) | undefined;
  /** In pixels, on wide screens. */
  readonly width?: number | undefined;
}

interface ListToolsProps<Item, Filter extends string> {
  readonly list: ListQuery<Filter>;
  readonly searchLabel: string | undefined;
  readonly filters: readonly ListFilter<Filter>[];
  readonly columns: readonly RecordColumn<Item>[];
  readonly view: ListView;
  readonly onView: (view: ListView) => void;
}

/** Search and filters above a list, their values as chips, and the view of the list. */
export function ListTools<Item, Filter extends string>(props: ListToolsProps<Item, Filter>) {
  const { list, searchLabel, filters } = props;
  const t = useText();
  const [typed, setTyped, forget] = useDebouncedText(list.search, list.setSearch);
  return (
    <>
      <Toolbar
        label={t('records.tools')}
        end={
          <ViewButton
            columns={props.columns}
            view={props.view}
            onView={props.onView}
            limit={list.limit}
            onLimit={list.setLimit}
          />
        }
      >
        {searchLabel === undefined ? null : (
          <Search>
            <SearchInput label={searchLabel} placeholder={searchLabel} value={typed} onChange={setTyped} />
          </Search>
        )}
        {filters.map((filter) => {
          const field = fieldOf(filter, list.filters[filter.key], (value) =>
            list.setFilter(filter.key, value),
          );
          return field ? (
            <ToolbarItem key={filter.key} $width={filter.width ?? 190}>
              {field}
            </ToolbarItem>
          ) : null;
        })}
      </Toolbar>
      {list.narrowed ? (
        <ActiveFilters as="fieldset" aria-label={t('records.activeFilters')}>
          {filters.map((filter) => {
            const value = list.filters[filter.key];
            return value === '' ? null : (
              <RemovableChip
                key={filter.key}
                label={t('records.chip', { label: filter.label, value: labelOf(filter, value) })}
                onRemove={() => list.setFilter(filter.key, null)}
              />
            );
          })}
          {list.search === '' ? null : (
            <RemovableChip
              label={t('records.chip', { label: t('records.search'), value: list.search })}
              onRemove={() => setTyped('', true)}
            />
          )}
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              forget();
              list.clear();
            }}
          >
            {t('records.clear')}
          </Button>
        </ActiveFilters>
      ) : null}
    </>
  );
}

function fieldOf(filter: ListFilter, value: string, onChange: (value: string | null) => void): ReactNode {
  if (filter.render) return filter.render(value, onChange);
  return <FilterField filter={filter} value={value} onChange={onChange} />;
}

interface FilterFieldProps {
  readonly filter: ListFilter;
  readonly value: string;
  readonly onChange: (value: string | null) => void;
}

function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const options = filter.options.map((option) => ({ ...option, value: String(option.value) }));
  // Not by how many there are just now: a control that turns into another loses the press that was meant for it.
  if (filter.loading !== undefined) {
    return (
      <Combobox
        aria-label={filter.label}
        placeholder={filter.any}
        options={options}
        loading={filter.loading}
        value={value === '' ? null : value}
        onChange={onChange}
        clearable
      />
    );
  }
  return (
    <Select
      aria-label={filter.label}
      placeholder={filter.any}
      options={[{ value: '', label: filter.any }, ...options]}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  );
}

function labelOf(filter: ListFilter, value: string): string {
  return (
    filter.options.find((option) => String(option.value) === value)?.label ?? filter.labelOf?.(value) ?? value
  );
}

const Search = styled(ToolbarItem)`
  flex: 1 1 200px;
  max-width: 340px;

  ${media.phone} {
    max-width: none;
  }
`;
