import { proxy } from 'valtio/vanilla';
import type { Application } from '../contract.ts';

/** New applications beside the list on the screen. */
export const arrivalStore = proxy<{
  /** Those that would have moved what is being read, newest first. */
  waiting: Application[];
  /** Those that came in while the list is open; they are marked. */
  freshIds: number[];
}>({ waiting: [], freshIds: [] });

/** Whether something may come in at the top without moving what is being read; the list on the screen says so. */
export const reader = { atEase: (): boolean => false };

/** Lets an application wait; one that waits already waits once. */
export function addWaiting(application: Application): void {
  if (arrivalStore.waiting.some(({ id }) => id === application.id)) return;
  arrivalStore.waiting.unshift(application);
}

/** Marks applications as new. */
export function markFresh(ids: readonly number[]): void {
  arrivalStore.freshIds.push(...ids.filter((id) => !arrivalStore.freshIds.includes(id)));
}

/** Nothing waits any more: what is asked for now is read with whatever came. */
export function clearWaiting(): void {
  arrivalStore.waiting = [];
}

/** Forgets everything, such as when the list is left. */
export function clearArrivals(): void {
  clearWaiting();
  arrivalStore.freshIds = [];
}

/** Takes those out of the waiting that a page now shows. */
export function dropWaiting(ids: ReadonlySet<number>): void {
  if (arrivalStore.waiting.some(({ id }) => ids.has(id))) {
    arrivalStore.waiting = arrivalStore.waiting.filter(({ id }) => !ids.has(id));
  }
}
