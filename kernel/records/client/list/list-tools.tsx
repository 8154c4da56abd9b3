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

/** A filter of a list. */
export interface ListFilter<Key extends string = string> {
  readonly key: Key;
  /** The label of the filter, such as "Mahalla". */
  readonly label: string;
  /** The text if no value is selected, such as "Barcha mahallalar". */
  readonly any: string;
  readonly options: readonly Option<string | number>[];
  /**
   * Whether the options are still loading. Set if the options are records from the server, which users find by typing.
   */
  readonly loading?: boolean | undefined;
  /** Renders another kind of field, such as a date, or nothing; the value is the one in the address. */
  readonly render?: ((value: string, onChange: (value: string | null) => void) => ReactNode) | undefined;
  /** The label of a value without an option. */
  readonly labelOf?: ((value: string) => string) | undefined;
  /** The width on wide screens, in pixels. */
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
        <ActiveFilterChips {...{ list, filters, forget }} onClearSearch={() => setTyped('', true)} />
      ) : null}
    </>
  );
}

interface ActiveFilterChipsProps<Filter extends string> {
  readonly list: ListQuery<Filter>;
  readonly filters: readonly ListFilter<Filter>[];
  /** Discards typed text that is not searched yet. */
  readonly forget: () => void;
  readonly onClearSearch: () => void;
}

/** The search and the filters of a list as chips that remove them. */
function ActiveFilterChips<Filter extends string>(props: ActiveFilterChipsProps<Filter>) {
  const { list, filters, forget, onClearSearch } = props;
  const t = useText();
  return (
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
          onRemove={onClearSearch}
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
  // Not by the current number of options: a control that turns into another would miss the click on it.
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
