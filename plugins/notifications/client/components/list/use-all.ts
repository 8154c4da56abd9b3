import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useCapabilities, useListQuery, useRead, useRegistry, useToday } from '#kernel/plugin-api/client.ts';
import { findCapability, type Notification } from '../../../contract.ts';
import { notificationsDocument } from '../../data/queries.ts';
import { filters, serverQuery } from './query.ts';
import { clearPending, listView, pendingStore } from '../../data/pending-store.ts';

/** The scroll distance, in px, up to which the page counts as being at the top. */
const nearTop = 60;

/** The page of notifications at the address, later arrivals, and the selection. */
export function useAll() {
  const { notices } = useRegistry();
  const finds = useCapabilities('notifications').includes(findCapability);
  const list = useListQuery({ filters });
  const query = serverQuery(list, useToday(), finds);
  const read = useRead(notificationsDocument(notices), { variables: { query }, keep: true });
  const page = read.data?.notifications;
  const choice = useChoice(query, page?.items ?? []);
  const waiting = useWaiting(list.page === 1 && choice.items.length === 0, read.refetch);

  function showPending(): void {
    clearPending();
    if (list.page === 1) void read.refetch();
    else list.setPage(1);
    scrollTo({ top: 0 });
  }

  return { list, read, page, finds, choice, waiting, showPending };
}

/** The number of new items; they are loaded immediately if that does not disturb the user. */
function useWaiting(atStart: boolean, refetch: () => Promise<void>): number {
  const { ids } = useSnapshot(pendingStore);
  useEffect(() => {
    listView.open = true;
    listView.atEase = () => atStart && scrollY < nearTop;
    listView.showPending = () => {
      clearPending();
      void refetch();
    };
    return () => {
      listView.open = false;
      listView.atEase = () => false;
    };
  }, [atStart, refetch]);
  useEffect(() => clearPending, []);
  return ids.length;
}

/** The selection on this page, cleared by another page or filter. */
function useChoice(query: string, items: readonly Notification[]) {
  const [held, setHeld] = useState<{ query: string; ids: ReadonlySet<number> }>({ query, ids: new Set() });
  const ids = held.query === query ? held.ids : new Set<number>();
  const chosen = items.filter(({ id }) => ids.has(Number(id)));

  function hold(next: Iterable<number>): void {
    setHeld({ query, ids: new Set(next) });
  }

  return {
    items: chosen,
    has: ({ id }: Notification) => ids.has(Number(id)),
    toggle(item: Notification) {
      const id = Number(item.id);
      hold(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]);
    },
    toggleAll: () => hold(chosen.length === items.length ? [] : items.map((item) => Number(item.id))),
    clear: () => hold([]),
  };
}
