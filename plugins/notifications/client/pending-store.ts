import { proxy } from 'valtio';

/** What has come since the page of all was read, for as long as that page is open. */
export const waitingStore = proxy<{ ids: number[] }>({ ids: [] });

/** The page of all: whether it may move at the moment, and how it reads itself again. */
export const reader = { open: false, atEase: () => false, bringIn: () => {} };

/** Counts what has come. */
export function addWaiting(ids: readonly number[]): void {
  if (reader.open) waitingStore.ids = [...new Set([...waitingStore.ids, ...ids])];
}

/** Forgets what is gone. */
export function dropWaiting(ids: readonly number[]): void {
  waitingStore.ids = waitingStore.ids.filter((id) => !ids.includes(id));
}

/** Forgets all that waits: it has been read. */
export function clearWaiting(): void {
  if (waitingStore.ids.length > 0) waitingStore.ids = [];
}
