import { type Option, useCollator, useName, useRetriedRead, useText } from '#kernel/plugin-api/client.ts';
import type { Application } from '../../../contract.ts';
import { useMemo } from 'react';
import { neighborhoodOptionsDocument } from '../../data/queries.ts';

/** The display name of an application's neighbourhood: `Navoiy MFY`. */
export function useNeighborhoodName({ neighborhood }: Pick<Application, 'neighborhood'>): string {
  const t = useText('applications');
  const name = useName()(neighborhood);
  return name === '' ? '' : t('neighborhood', { name });
}

/** The labels of an employment kind and of its salary field; an unknown kind is shown unchanged. */
export function useEmployment({
  employment_status: status,
  salary,
}: Pick<Application, 'employment_status' | 'salary'>) {
  const t = useText('applications');
  return {
    status: t(`employment.${status}`, { defaultValue: status }),
    salaryLabel: t(`salary.${status}`, { defaultValue: t('salary.none') }),
    // An older server sends it as a number.
    salary: salary === null || salary === undefined ? '' : String(salary),
  };
}

/** The neighbourhoods to choose from, sorted by display name. */
export function useNeighborhoodOptions(): { readonly options: Option<number>[]; readonly loading: boolean } {
  const t = useText('applications');
  const nameOf = useName();
  const { compare } = useCollator();
  const { data, loading } = useRetriedRead(neighborhoodOptionsDocument);
  const options = useMemo(
    () =>
      (data?.neighborhoods ?? [])
        .map((entity) => ({ value: Number(entity.id), label: t('neighborhood', { name: nameOf(entity) }) }))
        .toSorted((one, other) => compare(one.label, other.label)),
    [compare, data, nameOf, t],
  );
  return { options, loading };
}
