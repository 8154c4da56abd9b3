import { useEffect, useMemo } from 'react';
import { useRead } from '#kernel/client/data/use-read.ts';
import { useCollator } from '#kernel/client/i18n/collator.ts';
import { useName } from '#kernel/client/i18n/language-store.ts';
import type { Option } from '#kernel/client/ui/inputs/select/option.ts';
import type { OptionsDocument } from './documents.ts';

interface Named {
  readonly id: number;
  readonly color?: string | undefined;
}

/** Milliseconds until a failed request for options is repeated. */
const retryMs = 5000;

/** A whole list as options of a select, in alphabetical order; `label` formats the name, for example with MFY. */
export function useOptions<Item extends Named>(
  document: OptionsDocument<Item>,
  label: (name: string) => string = String,
): { readonly options: Option<number>[]; readonly items: readonly Item[]; readonly loading: boolean } {
  const nameOf = useName();
  const { compare } = useCollator();
  const { data, error, loading, refetch } = useRead(document, {});
  const items = data?.options;
  // A select cannot show a failure: it would be empty, and its form could not be completed.
  const isDown = error !== undefined && !data && (error.status === 0 || error.status >= 500);
  useEffect(() => {
    if (!isDown) return undefined;
    const timer = setTimeout(() => void refetch(), retryMs);
    return () => clearTimeout(timer);
  }, [isDown, refetch]);
  const options = useMemo(
    () =>
      (items ?? [])
        .map((item) => ({ value: Number(item.id), label: label(nameOf(item)), color: item.color }))
        .toSorted((one, other) => compare(one.label, other.label)),
    // oxlint-disable-next-line react/exhaustive-deps -- a label is the same words each time
    [items, nameOf, compare],
  );
  return { options, items: items ?? [], loading: loading || isDown };
}
