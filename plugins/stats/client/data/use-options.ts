import { useMemo } from 'react';
import { type Option, useCollator, useName, useRetriedRead, useText } from '#kernel/plugin-api/client.ts';
import { categoryOptionsDocument, neighborhoodOptionsDocument } from './queries.ts';

/** The neighbourhoods to choose from, sorted by display name. */
export function useNeighborhoodOptions() {
  const { data, loading } = useRetriedRead(neighborhoodOptionsDocument);
  return { options: useOptions(data?.neighborhoods, 'neighborhood'), loading };
}

/** The categories of households to choose from. */
export function useCategoryOptions() {
  const { data, loading } = useRetriedRead(categoryOptionsDocument);
  return { options: useOptions(data?.categories), loading };
}

/** Options sorted by name; `key` is the text that formats a name. */
function useOptions(
  entities: readonly { readonly id: number }[] | undefined,
  key?: 'neighborhood',
): Option<number>[] {
  const t = useText('stats');
  const nameOf = useName();
  const { compare } = useCollator();
  return useMemo(
    () =>
      (entities ?? [])
        .map((one) => ({ value: Number(one.id), label: key ? t(key, { name: nameOf(one) }) : nameOf(one) }))
        .toSorted((one, other) => compare(one.label, other.label)),
    [compare, entities, key, nameOf, t],
  );
}
