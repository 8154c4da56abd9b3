import { styled } from 'styled-components';
import {
  Button,
  ChipRow,
  Combobox,
  DateField,
  Field,
  FilterChip,
  type ListQuery,
  Select,
  useText,
} from '#kernel/plugin-api/client.ts';
import { type ExtraFilter, filterGroups } from '../../../contract/filter-names.ts';
import { activeGroups, type ApplicationFilter, clearedGroup } from './filter-names.ts';
import { useFilterValues, useQuickDays } from './use-filter-values.ts';

/** The props of the filter panel. */
export interface FilterPanelProps {
  readonly list: Pick<ListQuery<ApplicationFilter>, 'filters' | 'setFilter' | 'setFilters'>;
}

/** The filters other than status and neighbourhood; each takes effect immediately. */
export function FilterPanel({ list }: FilterPanelProps) {
  const t = useText('applications');
  const values = useFilterValues();
  const value = (name: ExtraFilter) => list.filters[name] ?? '';
  const orNull = (name: ExtraFilter) => (value(name) === '' ? null : value(name));
  const set = (name: ExtraFilter) => (next: string | null) => list.setFilter(name, next === '' ? null : next);
  const active = activeGroups(list.filters);
  return (
    <Panel>
      <Field label={t('filters.receiver')}>
        <Combobox
          placeholder={t('filters.anyReceiver')}
          options={values.receivers}
          loading={values.loadingReceivers}
          value={orNull('receiver')}
          onChange={set('receiver')}
          clearable
        />
      </Field>
      <DayRange name="created" list={list} />
      <DayRange name="deadline" list={list} />
      <Field label={t('filters.employment')}>
        <Select
          placeholder={t('filters.anyEmployment')}
          options={[{ value: '', label: t('filters.anyEmployment') }, ...values.employment]}
          value={orNull('employment')}
          onChange={set('employment')}
        />
      </Field>
      <Field label={t('filters.source')}>
        <Select
          placeholder={t('filters.anySource')}
          options={[{ value: '', label: t('filters.anySource') }, ...values.sources]}
          value={orNull('source')}
          onChange={set('source')}
        />
      </Field>
      <Field label={t('filters.category')}>
        <Combobox
          placeholder={t('filters.anyCategory')}
          options={values.categories}
          loading={values.loadingCategories}
          value={orNull('household_category')}
          onChange={set('household_category')}
          clearable
        />
      </Field>
      <Button
        variant="ghost"
        size="small"
        wide
        disabled={active.length === 0}
        onClick={() => list.setFilters(Object.assign({}, ...active.map(clearedGroup)))}
      >
        {t('filters.reset')}
      </Button>
    </Panel>
  );
}

interface DayRangeProps extends FilterPanelProps {
  readonly name: 'created' | 'deadline';
}

/** The first and the last day; each is optional. */
function DayRange({ name, list }: DayRangeProps) {
  const t = useText('applications');
  const quick = useQuickDays()[name];
  const [fromName, toName] = filterGroups[name];
  const [from, to] = [list.filters[fromName] ?? '', list.filters[toName] ?? ''];
  return (
    <Range>
      <legend>{t(`filters.${name}`)}</legend>
      <ChipRow>
        {quick.map((one) => {
          const selected = one.from === from && one.to === to;
          return (
            <FilterChip
              key={one.label}
              label={one.label}
              selected={selected}
              onSelect={() =>
                list.setFilters({
                  [fromName]: selected ? null : one.from,
                  [toName]: selected ? null : one.to,
                } as Partial<Record<ApplicationFilter, string | null>>)
              }
            />
          );
        })}
      </ChipRow>
      <Ends>
        <DateField
          aria-label={t(`filters.${name}From`)}
          value={from}
          min="2000-01-01"
          max={to === '' ? '2099-12-31' : to}
          onChange={(day) => list.setFilter(fromName, day)}
        />
        <DateField
          aria-label={t(`filters.${name}To`)}
          value={to}
          min={from === '' ? '2000-01-01' : from}
          max="2099-12-31"
          onChange={(day) => list.setFilter(toName, day)}
        />
      </Ends>
    </Range>
  );
}

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;
`;

const Range = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  legend {
    margin-bottom: 6px;
    padding: 0;
    font-size: 13px;
    font-weight: 550;
  }
`;

const Ends = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 8px;
`;
