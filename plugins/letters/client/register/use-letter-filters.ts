import { useState } from 'react';
import { type ListFilter, useName, useOptions, useRead, useText } from '#kernel/plugin-api/client.ts';
import { letterStatuses } from '../../contract.ts';
import { choicesDocument, neighborhoodsDocument, signatoriesDocument } from '../queries.ts';

/** By what the register can be narrowed. */
export const letterFilters = ['year', 'status', 'template', 'signatory', 'neighborhood'] as const;
export type LetterFilter = (typeof letterFilters)[number];

/** The first year of the register that one can choose. */
const firstYear = 2026;

/** The filters of the register, each chosen from a list. */
export function useLetterFilters(): ListFilter<LetterFilter>[] {
  const t = useText('letters');
  const nameOf = useName();
  const neighborhoods = useOptions(neighborhoodsDocument);
  const templates = useRead(choicesDocument, {});
  const signatories = useRead(signatoriesDocument, {});
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
      options: (signatories.data?.signatories ?? []).map(({ id, name, position }) => ({
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
  ];
}
