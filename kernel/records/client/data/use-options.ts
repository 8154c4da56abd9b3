import { useMemo } from 'react';
import { useRetriedRead } from '#kernel/client/data/use-retried-read.ts';
import { useCollator } from '#kernel/client/i18n/collator.ts';
import { useName } from '#kernel/client/i18n/language-store.ts';
import type { Option } from '#kernel/client/ui/inputs/select/option.ts';
import type { OptionsDocument } from './documents.ts';

interface Named {
  readonly id: number;
  readonly color?: string | undefined;
}

/** A whole list as options of a select, in alphabetical order; `label` formats the name, for example with MFY. */
export function useOptions<Item extends Named>(
  document: OptionsDocument<Item>,
  label: (name: string) => string = String,
): { readonly options: Option<number>[]; readonly items: readonly Item[]; readonly loading: boolean } {
  const nameOf = useName();
  const { compare } = useCollator();
  const { data, loading } = useRetriedRead(document);
  const items = data?.options;
  const options = useMemo(
    () =>
      (items ?? [])
        .map((item) => ({ value: Number(item.id), label: label(nameOf(item)), color: item.color }))
        .toSorted((one, other) => compare(one.label, other.label)),
    // oxlint-disable-next-line react/exhaustive-deps -- `label` returns the same text for the same name
    [items, nameOf, compare],
  );
  return { options, items: items ?? [], loading };
}
