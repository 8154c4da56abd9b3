import { proxy } from 'valtio/vanilla';
import type { Application } from '../contract.ts';

/** New applications beside the list on the screen. */
export const pendingStore = proxy<{
  /** Those that would have moved what is being read, newest first. */
  waiting: Application[];
  /** Those that came in while the list is open; they are marked. */
  freshIds: number[];
}>({ waiting: [], freshIds: [] });

/** Whether something may come in at the top without moving what is being read; the list on the screen says so. */
export const listView = { atEase: (): boolean => false };

/** Lets an application wait; one that waits already waits once. */
export function addPending(application: Application): void {
  if (pendingStore.waiting.some(({ id }) => id === application.id)) return;
  pendingStore.waiting.unshift(application);
}

/** Marks applications as new. */
export function highlightNew(ids: readonly number[]): void {
  pendingStore.freshIds.push(...ids.filter((id) => !pendingStore.freshIds.includes(id)));
}

/** Nothing waits any more: what is asked for now is read with whatever came. */
export function clearPending(): void {
  pendingStore.waiting = [];
}

/** Forgets everything, such as when the list is left. */
export function resetPending(): void {
  clearPending();
  pendingStore.freshIds = [];
}

/** Takes those out of the waiting that a page now shows. */
export function removePending(ids: ReadonlySet<number>): void {
  if (pendingStore.waiting.some(({ id }) => ids.has(id))) {
    pendingStore.waiting = pendingStore.waiting.filter(({ id }) => !ids.has(id));
  }
}
