import { useName, useRetriedRead, useText, useToday } from '#kernel/plugin-api/client.ts';
import { addDays, fullName } from '#kernel/domain/text/index.ts';
import { knownSources, type ExtraFilter, type FilterGroup } from '../../../contract/filter-names.ts';
import { employmentStatuses } from '../../../contract/statuses.ts';
import { categoriesDocument, colleaguesDocument } from '../../data/filter-queries.ts';

/** Returns the possible values of the filters, with labels. */
export function useFilterValues() {
  const t = useText('applications');
  const nameOf = useName();
  const people = useRetriedRead(colleaguesDocument);
  const categories = useRetriedRead(categoriesDocument);
  return {
    receivers: [
      { value: 'me', label: t('filters.me') },
      { value: 'nobody', label: t('filters.noReceiver') },
      ...(people.data?.colleagues ?? []).map((one) => ({ value: String(one.id), label: fullName(one) })),
    ],
    loadingReceivers: people.loading,
    employment: employmentStatuses.map((value) => ({ value, label: t(`employment.${value}`) })),
    sources: knownSources.map((value) => ({ value, label: t(`filters.sources.${value}`) })),
    categories: [
      { value: 'none', label: t('filters.noCategory') },
      ...(categories.data?.categories ?? []).map((one) => ({ value: String(one.id), label: nameOf(one) })),
    ],
    loadingCategories: categories.loading,
  };
}

/** The chip label of a filter group's current value. */
export function useFilterWords(filters: Readonly<Partial<Record<ExtraFilter, string>>>) {
  const t = useText('applications');
  const values = useFilterValues();
  const find = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label;

  function days(from: string, to: string): string {
    const [first, last] = [dayText(from), dayText(to)];
    if (from === to) return first;
    if (to === '') return t('filters.since', { from: first });
    return from === '' ? t('filters.until', { to: last }) : t('filters.range', { from: first, to: last });
  }

  return (group: FilterGroup): string => {
    const value = (name: ExtraFilter) => filters[name] ?? '';
    const words: Record<FilterGroup, () => string> = {
      receiver: () =>
        find(values.receivers, value('receiver')) ?? t('filters.unknownReceiver', { id: value('receiver') }),
      created: () => days(value('created_from'), value('created_to')),
      deadline: () => days(value('deadline_from'), value('deadline_to')),
      employment: () => find(values.employment, value('employment')) ?? value('employment'),
      source: () => find(values.sources, value('source')) ?? value('source'),
      category: () => find(values.categories, value('household_category')) ?? value('household_category'),
    };
    return t('filters.chip', { label: t(`filters.${group}`), value: words[group]() });
  };
}

function dayText(day: string): string {
  return day.split('-').toReversed().join('.');
}

/** Common ranges of days, relative to today in the deployment's time zone. */
export function useQuickDays() {
  const t = useText('applications');
  const today = useToday();
  return {
    created: [
      { label: t('filters.today'), from: today, to: today },
      { label: t('filters.week'), from: addDays(today, -6), to: today },
      { label: t('filters.month'), from: addDays(today, -29), to: today },
    ],
    deadline: [
      { label: t('filters.overdue'), from: '', to: addDays(today, -1) },
      { label: t('filters.today'), from: today, to: today },
      { label: t('filters.thisWeek'), from: today, to: addDays(today, 6) },
    ],
  };
}
