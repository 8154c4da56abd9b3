import { proxy } from 'valtio';

/** Notifications that arrived after the page of all was read, while that page is open. */
export const pendingStore = proxy<{ ids: number[] }>({ ids: [] });

/** The page of all: whether it is open, whether it may be updated now, and how to reload it. */
export const listView = { open: false, atEase: () => false, showPending: () => {} };

/** Adds new arrivals. */
export function addPending(ids: readonly number[]): void {
  if (listView.open) pendingStore.ids = [...new Set([...pendingStore.ids, ...ids])];
}

/** Removes deleted notifications. */
export function removePending(ids: readonly number[]): void {
  pendingStore.ids = pendingStore.ids.filter((id) => !ids.includes(id));
}

/** Clears the pending ones after a reload. */
export function clearPending(): void {
  if (pendingStore.ids.length > 0) pendingStore.ids = [];
}

/** Navigates from outside components, such as from a desktop notification; set by the bell, which is always mounted. */
export const navigation = { go: (path: string) => location.assign(path) };
