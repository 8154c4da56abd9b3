import { useMemo } from 'react';
import { useName, useRead, useText } from '#kernel/client/index.ts';
import type { Option } from '#kernel/client/ui/index.ts';
import { neighborhoodOptionsDocument } from '../../queries.ts';

/** The neighbourhoods to choose from, by name, as they are shown. */
export function useNeighborhoodOptions(): { readonly options: Option<number>[]; readonly loading: boolean } {
  const t = useText('applications');
  const nameOf = useName();
  const { data, loading } = useRead(neighborhoodOptionsDocument, {});
  const options = useMemo(
    () =>
      (data?.neighborhoods ?? [])
        .map((entity) => ({ value: Number(entity.id), label: t('neighborhood', { name: nameOf(entity) }) }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
    [data, nameOf, t],
  );
  return { options, loading };
}
