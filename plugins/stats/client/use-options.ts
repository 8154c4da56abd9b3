import { useMemo } from 'react';
import { type Option, useName, useRead, useText } from '#kernel/plugin-api/client.ts';
import { categoryOptionsDocument, neighborhoodOptionsDocument } from './queries.ts';

interface Options {
  readonly options: Option<number>[];
  readonly loading: boolean;
}

/** The neighbourhoods to choose from, by name, as they are shown. */
export function useNeighborhoodOptions(): Options {
  const t = useText('stats');
  const nameOf = useName();
  const { data, loading } = useRead(neighborhoodOptionsDocument, {});
  const options = useMemo(
    () =>
      (data?.neighborhoods ?? [])
        .map((one) => ({ value: Number(one.id), label: t('neighborhood', { name: nameOf(one) }) }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
    [data, nameOf, t],
  );
  return { options, loading };
}

/** The categories of households to choose from. */
export function useCategoryOptions(): Options {
  const nameOf = useName();
  const { data, loading } = useRead(categoryOptionsDocument, {});
  const options = useMemo(
    () =>
      (data?.categories ?? [])
        .map((one) => ({ value: Number(one.id), label: nameOf(one) }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
    [data, nameOf],
  );
  return { options, loading };
}
