import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useCapabilities, useText } from '#kernel/plugin-api/client.ts';
import type { Application } from '../../../contract.ts';
import { choose, selectionStore } from '../bulk/selection-store.ts';

function set(ids: ReadonlySet<number>): void {
  choose(ids);
  // The first selected row shows the bar of actions.
  if (ids.size > 0) selectionStore.on = true;
}

/** The selected rows of the table, shared with the bulk jobs; undefined if the server has none. */
export function useRowSelection(rows: readonly Application[], nameOf: (row: Application) => string) {
  const t = useText('applications');
  const { ids: chosen } = useSnapshot(selectionStore);
  const [last, setLast] = useState<number | null>(null);
  if (!useCapabilities('applications').includes('applications.bulk')) return undefined;

  function toggle(index: number, range: boolean): void {
    const row = rows[index];
    if (!row) return;
    const from = rows.findIndex(({ id }) => id === last);
    const shown = range && from >= 0 ? rows.slice(Math.min(from, index), Math.max(from, index) + 1) : [row];
    const isChosen = !chosen.has(row.id);
    const ids = new Set(chosen);
    for (const { id } of shown) {
      if (isChosen) ids.add(id);
      else ids.delete(id);
    }
    setLast(row.id);
    set(ids);
  }

  function toggleAll(): void {
    const all = rows.every(({ id }) => chosen.has(id));
    const ids = new Set(chosen);
    for (const { id } of rows) {
      if (all) ids.delete(id);
      else ids.add(id);
    }
    set(ids);
  }

  return {
    has: ({ id }: Application) => chosen.has(id),
    toggle,
    toggleAll,
    allLabel: t('table.chooseAll'),
    labelOf: (row: Application) => t('table.chooseOne', { name: nameOf(row) }),
  };
}
