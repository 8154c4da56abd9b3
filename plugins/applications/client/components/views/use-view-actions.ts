import { useState } from 'react';
import { announce, refetchQueries, toast, useMutate, useText } from '#kernel/plugin-api/client.ts';
import type { SavedView } from '../../../contract/views.ts';
import { viewsDocument } from '../../data/filter-queries.ts';

/**
 * Returns the actions on the views in the menu. The last deletion can be undone: `deleted` is its view, and `restored` the id of
 * the view that came back.
 */
export function useViewActions(views: readonly SavedView[]) {
  const t = useText('applications');
  const { run } = useMutate();
  const [deleted, setDeleted] = useState<SavedView | null>(null);
  const [restored, setRestored] = useState<SavedView['id'] | null>(null);

  async function remove(view: SavedView): Promise<void> {
    if ((await run('DELETE', `applications/views/${view.id}`)) === null) return;
    setRestored(null);
    setDeleted(view);
    announce(t('views.deleted', { name: view.name }));
    await refetchQueries(viewsDocument);
  }

  async function undo(): Promise<void> {
    if (!deleted || (await run('POST', `applications/views/${deleted.id}/restore`, {})) === null) return;
    setRestored(deleted.id);
    setDeleted(null);
    toast.success(t('views.restored'));
    await refetchQueries(viewsDocument);
  }

  async function move(view: SavedView, step: 1 | -1): Promise<void> {
    const ids = views.map(({ id }) => id);
    const to = ids.indexOf(view.id) + step;
    if (to < 0 || to >= ids.length) return;
    const next = ids.filter((id) => id !== view.id);
    next.splice(to, 0, view.id);
    if ((await run('PUT', 'applications/views/order', { ids: next })) === null) return;
    announce(t('views.moved', { name: view.name, place: to + 1 }));
    await refetchQueries(viewsDocument);
  }

  return { deleted, restored, remove, undo, move };
}
