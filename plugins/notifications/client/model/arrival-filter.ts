import type { Notification } from '../../contract.ts';

/**
 * Transactions may commit in another order than their ids were assigned: ids up to this distance below the
 * last one may still be new.
 */
const overlap = 500;

/** The maximum number of remembered ids; older ones are below `floor`. */
const maxRemembered = 2000;

/**
 * Separates new notifications from known ones, however they arrive: over the socket, with a reloaded list, or
 * with the read after a lost connection. None is new twice.
 */
export class ArrivalFilter {
  #seen = new Set<number>();
  /** Ids up to it already existed; null until the first list is read. */
  #floor: number | null = null;
  #last = 0;

  /** Records the initial notifications. A full list may have older ones beyond its end. */
  begin(items: readonly Notification[], full: boolean): void {
    const ids = items.map(({ id }) => Number(id));
    this.#floor = full && ids.length > 0 ? Math.min(...ids) - 1 : 0;
    this.#note(ids);
  }

  get begun(): boolean {
    return this.#floor !== null;
  }

  /** Returns those that have not arrived before, unread ones only, oldest first. */
  take(items: readonly Notification[]): Notification[] {
    const floor = this.#floor ?? 0;
    const fresh = items.filter(({ id }) => Number(id) > floor && !this.#seen.has(Number(id)));
    this.#note(fresh.map(({ id }) => Number(id)));
    return fresh
      .filter(({ is_read }) => !is_read)
      .toSorted((one, other) => Number(one.id) - Number(other.id));
  }

  /** The id after which missed notifications are requested. */
  get since(): number {
    return Math.max(this.#floor ?? 0, this.#last - overlap, 0);
  }

  #note(ids: readonly number[]): void {
    for (const id of ids) this.#seen.add(id);
    this.#last = Math.max(this.#last, ...ids);
    if (this.#seen.size <= maxRemembered) return;
    this.#seen = new Set([...this.#seen].toSorted((one, other) => one - other).slice(-maxRemembered / 2));
    this.#floor = Math.max(this.#floor ?? 0, Math.min(...this.#seen) - 1);
  }
}
