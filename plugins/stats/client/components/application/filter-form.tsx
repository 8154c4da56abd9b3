import { styled } from 'styled-components';
import {
  Button,
  ChipGroup,
  Combobox,
  DateField,
  Field,
  FilterChip,
  IconButton,
  media,
  SearchInput,
  Select,
  useText,
} from '#kernel/plugin-api/client.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { type TimeFilter, timeFilters } from '../../../contract.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useNeighborhoodOptions } from '../../data/use-options.ts';
import { newestFirst, type StatsQuery, timeOf, useFilterDraft } from './use-application-stats.ts';

interface TimeFilterProps {
  readonly value: TimeFilter;
  readonly onChange: (value: TimeFilter) => void;
}

/** The buttons of the periods. */
export function TimeFilterButtons({ value, onChange }: TimeFilterProps) {
  const t = useText('stats');
  return (
    <ChipGroup aria-label={t('time.label')} data-print="hidden">
      {timeFilters.map((one) => (
        <FilterChip
          key={one}
          label={t(`time.${one}`)}
          selected={value === one}
          onSelect={() => onChange(one)}
        />
      ))}
    </ChipGroup>
  );
}

const limits = [10, 20, 30, 50] as const;
const sortKeys = ['createdAt', 'neighborhood', 'status'] as const;

/** The filters and the sort of the applications, which take effect when they are applied. */
export function FilterForm({ query }: { readonly query: StatsQuery }) {
  const t = useText('stats');
  const neighborhoods = useNeighborhoodOptions();
  const { draft, isTouched, set, apply, clear } = useFilterDraft(query);
  const isClear = !query.narrowed && query.limit === 30 && sameValues(query.sort, newestFirst) && !isTouched;
  return (
    <Form
      aria-label={t('filters.label')}
      data-print="hidden"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {timeOf(query) === 'custom' ? <DateRange draft={draft} set={set} /> : null}
      <SearchContainer $width={230}>
        <Field label={t('filters.search')}>
          <SearchInput
            label={t('filters.search')}
            placeholder={t('filters.searchPlaceholder')}
            value={draft.search}
            onChange={(search) => set({ search })}
          />
        </Field>
      </SearchContainer>
      <Container $width={190}>
        <Field label={t('filters.neighborhood')}>
          <Combobox
            placeholder={t('filters.anyNeighborhood')}
            options={neighborhoods.options}
            loading={neighborhoods.loading}
            value={draft.neighborhood}
            onChange={(neighborhood) => set({ neighborhood })}
            clearable
          />
        </Field>
      </Container>
      <Container $width={90}>
        <Field label={t('filters.limit')}>
          <Select
            options={limits.map((value) => ({ value, label: String(value) }))}
            value={draft.limit}
            onChange={(limit) => set({ limit })}
          />
        </Field>
      </Container>
      <SortSelect sort={draft.sort} onChange={(sort) => set({ sort })} />
      <Buttons>
        <Button onClick={clear} disabled={isClear}>
          {t('filters.clear')}
        </Button>
        <Button type="submit" variant="primary" disabled={!isTouched}>
          {t('filters.apply')}
        </Button>
      </Buttons>
    </Form>
  );
}

type Filters = Pick<ReturnType<typeof useFilterDraft>, 'draft' | 'set'>;

/** The first and the last day. */
function DateRange({ draft, set }: Filters) {
  const t = useText('stats');
  return (
    <>
      <Container $width={170}>
        <Field label={t('filters.from')} group>
          <DateField
            value={draft.date_from}
            onChange={(date_from) => set({ date_from })}
            min="2000-01-01"
            max={draft.date_to === '' ? undefined : draft.date_to}
          />
        </Field>
      </Container>
      <Container $width={170}>
        <Field label={t('filters.to')} group>
          <DateField
            value={draft.date_to}
            onChange={(date_to) => set({ date_to })}
            min={draft.date_from === '' ? '2000-01-01' : draft.date_from}
            max="2099-12-31"
          />
        </Field>
      </Container>
    </>
  );
}

interface SortSelectProps {
  readonly sort: Filters['draft']['sort'];
  readonly onChange: (sort: Filters['draft']['sort']) => void;
}

function SortSelect({ sort, onChange }: SortSelectProps) {
  const t = useText('stats');
  const isUp = sort.direction === 'up';
  return (
    <Sorting $width={186}>
      <Field label={t('filters.sort')}>
        <Select
          options={sortKeys.map((value) => ({ value, label: t(`filters.sorts.${value}`) }))}
          value={sortKeys.find((one) => one === sort.key) ?? null}
          onChange={(key) => onChange({ ...sort, key })}
        />
      </Field>
      <IconButton
        label={t(isUp ? 'filters.up' : 'filters.down')}
        icon={isUp ? <ArrowUp /> : <ArrowDown />}
        variant="default"
        onClick={() => onChange({ ...sort, direction: isUp ? 'down' : 'up' })}
      />
    </Sorting>
  );
}

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: 10px;
  margin-bottom: 16px;
`;

const Container = styled.div<{ $width: number }>`
  flex: 0 1 ${({ $width }) => $width}px;
  min-width: 0;

  ${media.phone} {
    flex: 1 1 100%;
  }
`;

/** Wide enough for its long placeholder. */
const SearchContainer = styled(Container)`
  ${media.desktop} {
    flex-grow: 1;
    max-width: 320px;
  }
`;

const Sorting = styled(Container)`
  display: flex;
  align-items: flex-end;
  gap: 10px;

  > :first-child {
    flex: 1;
  }
`;

const Buttons = styled.div`
  display: flex;
  gap: 8px;
  margin-left: auto;

  ${media.phone} {
    flex: 1 1 auto;
    justify-content: flex-end;
  }
`;
