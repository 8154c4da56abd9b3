import { proxy } from 'valtio';

/** Notices that arrived after the page of all was read, while that page is open. */
export const pendingStore = proxy<{ ids: number[] }>({ ids: [] });

/** The page of all: whether it may move at the moment, and how it reads itself again. */
export const listView = { open: false, atEase: () => false, showPending: () => {} };

/** Counts what has come. */
export function addPending(ids: readonly number[]): void {
  if (listView.open) pendingStore.ids = [...new Set([...pendingStore.ids, ...ids])];
}

/** Forgets what is gone. */
export function removePending(ids: readonly number[]): void {
  pendingStore.ids = pendingStore.ids.filter((id) => !ids.includes(id));
}

/** Forgets all that waits: it has been read. */
export function clearPending(): void {
  if (pendingStore.ids.length > 0) pendingStore.ids = [];
}

/** Leads to a page from outside of components, such as from a message of the browser; the bell, which is always there, knows how. */
export const navigation = { go: (path: string) => location.assign(path) };
