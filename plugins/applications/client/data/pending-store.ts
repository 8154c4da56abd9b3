import { defaultTimeZone } from '#kernel/domain/text/dates.ts';
import { proxy } from 'valtio/vanilla';
import type { Application } from '../../contract.ts';

/** New applications that the list does not show yet, or highlights as new. */
export const pendingStore = proxy<{
  /** Applications that would have moved the list while it is being read, newest first. */
  pending: Application[];
  /** Applications that arrived while the list is open; they are highlighted. */
  highlightedIds: number[];
}>({ pending: [], highlightedIds: [] });

/**
 * Set by the list on the screen: whether rows may be inserted at its top without disturbing the reader, and
 * the time zone of its date filters.
 */
export const listView = { canInsert: (): boolean => false, timeZone: defaultTimeZone };

/** Adds an application to the pending ones, once. */
export function addPending(application: Application): void {
  if (pendingStore.pending.some(({ id }) => id === application.id)) return;
  pendingStore.pending.unshift(application);
}

/** Highlights applications as new. */
export function highlightNew(ids: readonly number[]): void {
  pendingStore.highlightedIds.push(...ids.filter((id) => !pendingStore.highlightedIds.includes(id)));
}

/** Clears the pending applications before the list is read again with them. */
export function clearPending(): void {
  pendingStore.pending = [];
}

/** Clears pending and highlighted applications when the list is left. */
export function resetPending(): void {
  clearPending();
  pendingStore.highlightedIds = [];
}

/** Removes the pending applications that a page now contains. */
export function removePending(ids: ReadonlySet<number>): void {
  if (pendingStore.pending.some(({ id }) => ids.has(id))) {
    pendingStore.pending = pendingStore.pending.filter(({ id }) => !ids.has(id));
  }
}

/** The address of the list when the user left it, for the way back. */
export const lastList = { address: '/applications/list' };
