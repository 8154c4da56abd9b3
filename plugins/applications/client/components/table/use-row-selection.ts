import { useState } from 'react';
import { useText } from '#kernel/plugin-api/client.ts';
import type { Application } from '../../../contract.ts';

/** The chosen rows of the table, over its pages, until it asks for something else. */
export function useRowSelection(
  scope: string,
  rows: readonly Application[],
  nameOf: (row: Application) => string,
) {
  const t = useText('applications');
  const [held, setHeld] = useState<{ scope: string; ids: ReadonlySet<number>; last: number | null }>({
    scope,
    ids: new Set(),
    last: null,
  });
  const current = held.scope === scope ? held : { scope, ids: new Set<number>(), last: null };

  function toggle(index: number, range: boolean): void {
    const row = rows[index];
    if (!row) return;
    const from = rows.findIndex(({ id }) => id === current.last);
    const shown = range && from >= 0 ? rows.slice(Math.min(from, index), Math.max(from, index) + 1) : [row];
    const chosen = !current.ids.has(row.id);
    const ids = new Set(current.ids);
    for (const { id } of shown) {
      if (chosen) ids.add(id);
      else ids.delete(id);
    }
    setHeld({ scope, ids, last: row.id });
  }

  function toggleAll(): void {
    const all = rows.every(({ id }) => current.ids.has(id));
    const ids = new Set(current.ids);
    for (const { id } of rows) {
      if (all) ids.delete(id);
      else ids.add(id);
    }
    setHeld({ scope, ids, last: null });
  }

  return {
    ids: current.ids,
    clear: () => setHeld({ scope, ids: new Set(), last: null }),
    choice: {
      has: ({ id }: Application) => current.ids.has(id),
      toggle,
      toggleAll,
      allLabel: t('table.chooseAll'),
      labelOf: (row: Application) => t('table.chooseOne', { name: nameOf(row) }),
    },
  };
}
