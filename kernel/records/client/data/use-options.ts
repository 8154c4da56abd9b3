import { useMemo } from 'react';
import { useRead } from '#kernel/client/data/use-read.ts';
import { useCollator } from '#kernel/client/i18n/collator.ts';
import { useName } from '#kernel/client/i18n/language-store.ts';
import type { Option } from '#kernel/client/ui/inputs/select/option.ts';
import type { OptionsDocument } from './documents.ts';

interface Named {
  readonly id: number;
  readonly color?: string | undefined;
}

/** A whole list as options to choose from, in the order of the alphabet; `label` dresses the name, such as with MFY. */
export function useOptions<Item extends Named>(
  document: OptionsDocument<Item>,
  label: (name: string) => string = String,
): { readonly options: Option<number>[]; readonly items: readonly Item[]; readonly loading: boolean } {
  const nameOf = useName();
  const { compare } = useCollator();
  const { data, loading } = useRead(document, {});
  const items = data?.options;
  const options = useMemo(
    () =>
      (items ?? [])
        .map((item) => ({ value: Number(item.id), label: label(nameOf(item)), color: item.color }))
        .toSorted((one, other) => compare(one.label, other.label)),
    // oxlint-disable-next-line react/exhaustive-deps -- a label is the same words each time
    [items, nameOf, compare],
  );
  return { options, items: items ?? [], loading };
}
