import { useState } from 'react';
import {
  type ListFilter,
  useDayFilter,
  useName,
  useOptions,
  useRetriedRead,
  useText,
  SearchInput,
  useDebouncedText,
} from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { letterStatuses } from '../../contract.ts';
import { choicesDocument, neighborhoodsDocument, signersDocument } from '../data/queries.ts';

/** The filters of the register. */
export const letterFilters = [
  'year',
  'status',
  'template',
  'signatory',
  'neighborhood',
  'language',
  'application',
  'from',
  'to',
] as const;
export type LetterFilter = (typeof letterFilters)[number];

/** The first selectable year of the register. */
const firstYear = 2026;

/** The filters of the register. */
export function useLetterFilters(): ListFilter<LetterFilter>[] {
  const t = useText('letters');
  const nameOf = useName();
  const neighborhoods = useOptions(neighborhoodsDocument);
  const templates = useRetriedRead(choicesDocument);
  const signatories = useRetriedRead(signersDocument);
  const [thisYear] = useState(() => new Date().getFullYear());
  const years = Array.from({ length: thisYear - firstYear + 1 }, (_, back) => thisYear - back);
  return [
    {
      key: 'year',
      label: t('register.year'),
      any: t('register.anyYear'),
      options: years.map((year) => ({ value: year, label: String(year) })),
    },
    {
      key: 'status',
      label: t('columns.status'),
      any: t('register.anyStatus'),
      options: letterStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      key: 'template',
      label: t('register.template'),
      any: t('register.anyTemplate'),
      options: (templates.data?.options ?? []).map((one) => ({ value: Number(one.id), label: nameOf(one) })),
      loading: templates.loading,
    },
    {
      key: 'signatory',
      label: t('columns.signatory'),
      any: t('register.anySignatory'),
      options: (signatories.data?.signers ?? []).map(({ id, name, position }) => ({
        value: Number(id),
        label: name,
        hint: position,
      })),
      loading: signatories.loading,
    },
    {
      key: 'neighborhood',
      label: t('columns.neighborhood'),
      any: t('register.anyNeighborhood'),
      options: neighborhoods.options,
      loading: neighborhoods.loading,
    },
    {
      key: 'language',
      label: t('columns.language'),
      any: t('register.anyLanguage'),
      options: languages.map((value) => ({ value, label: t(`languages.${value}`) })),
    },
    ...useTypedFilters(),
  ];
}

/** The filters with typed values: the number of an application, and days of issue. */
function useTypedFilters(): ListFilter<LetterFilter>[] {
  const t = useText('letters');
  const dayFilter = useDayFilter();
  return [
    {
      key: 'application',
      label: t('register.application'),
      any: '',
      options: [],
      labelOf: (id) => `№ ${padId(Number(id))}`,
      render: (value, onChange) => (
        <ApplicationFilter label={t('register.application')} value={value} onChange={onChange} />
      ),
    },
    dayFilter('from', t('register.from')),
    dayFilter('to', t('register.to')),
  ];
}

interface ApplicationFilterProps {
  readonly label: string;
  /** The id of the application, or empty. */
  readonly value: string;
  onChange(value: string | null): void;
}

/** Filters the register by application; the number is typed as printed: `№ 000 123`. */
function ApplicationFilter({ label, value, onChange }: ApplicationFilterProps) {
  const [typed, setTyped] = useDebouncedText(value, (text) => onChange(idOf(text)));
  return (
    <SearchInput label={label} placeholder={label} inputMode="numeric" value={typed} onChange={setTyped} />
  );
}

/** The id of a typed number; null if it is invalid. */
function idOf(text: string): string | null {
  const digits = text.replaceAll(/[\s№#]/g, '').replace(/^0+/, '');
  return /^\d{1,15}$/.test(digits) ? digits : null;
}
