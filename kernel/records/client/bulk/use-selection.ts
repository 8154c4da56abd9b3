import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#kernel/domain/text/numbers.ts';
import { announce } from '#kernel/client/layout/announcer.tsx';
import { useText } from '#kernel/client/i18n/i18n.ts';
import type { RowSelection } from '#kernel/client/ui/data/table-model.ts';
import { afterPress, afterPressOnAll, deselect, type Chosen } from './selection.ts';

/** The selection in a list, across all its pages. */
export interface Selection<Item> {
  readonly items: readonly Item[];
  readonly choice: RowSelection<Item>;
  readonly clear: () => void;
  /** Removes records from the selection, for example deleted ones. */
  readonly drop: (items: readonly Item[]) => void;
}

interface Held<Item> {
  /** The list's filters at the time of the selection. */
  readonly scope: string;
  readonly chosen: Chosen<Item>;
  /** The row that was clicked last, where a range starts. */
  readonly last: number | null;
}

/** The list to select from. */
interface SelectableList<Item> {
  readonly list: { readonly search: string; readonly filters: object };
  readonly page: { readonly items: readonly Item[] } | undefined;
}

/** Holds the selection. It is preserved across pages, and cleared when the filters change. */
export function useSelection<Item extends { readonly id: number }>(
  { list, page }: SelectableList<Item>,
  nameOf: (item: Item) => string,
): Selection<Item> {
  const t = useText();
  const scope = JSON.stringify([list.search.trim(), list.filters]);
  const [held, setHeld] = useState<Held<Item>>({ scope, chosen: new Map(), last: null });
  if (held.scope !== scope) setHeld({ scope, chosen: new Map(), last: null });
  const chosen: Chosen<Item> = held.scope === scope ? held.chosen : new Map<number, Item>();
  const rows = page?.items ?? [];
  const { size } = chosen;
  const before = useRef(0);
  useEffect(() => {
    if (size > 0) announce(t('records.bulk.chosen', { total: formatNumber(size) }));
    else if (before.current > 0) announce(t('records.bulk.none'));
    before.current = size;
    // oxlint-disable-next-line react/exhaustive-deps -- announced once for each change of the number, not of the language
  }, [size]);

  function hold(next: Chosen<Item>, last: number | null): void {
    setHeld({ scope, chosen: next, last });
  }

  const visible = new Map(rows.map((row) => [row.id, row]));
  return {
    // Rows of the current page are up to date; those of other pages are as last seen.
    items: [...chosen.values()].map((item) => visible.get(item.id) ?? item),
    choice: {
      has: ({ id }) => chosen.has(id),
      toggle: (index, range) =>
        hold(afterPress(chosen, rows, index, range ? held.last : null), rows[index]?.id ?? null),
      toggleAll: () => hold(afterPressOnAll(chosen, rows), null),
      allLabel: t('records.bulk.page'),
      labelOf: (item) => t('records.bulk.row', { name: nameOf(item) }),
    },
    clear: () => hold(new Map(), null),
    drop: (items) => setHeld((now) => ({ ...now, chosen: deselect(now.chosen, items) })),
  };
}
