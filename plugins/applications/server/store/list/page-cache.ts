import type { Counts } from '../counts.ts';

/** A page that was found by the bits, with what has to be as it was then for it to hold. */
export interface CachedPage {
  readonly ids: readonly number[];
  readonly counts: Counts;
  /** Of the bits; it grows with each change of them. */
  readonly version: number;
  /** How many had become late since the bits included the late ones. */
  readonly newlyLate: number;
}

/** How many applications of a list arrived in each month, with what has to be as it was then for that to hold. */
export interface CachedMonths extends Omit<CachedPage, 'ids'> {
  /** By month of arrival, `YYYY-MM`. */
  readonly months: Readonly<Record<string, number>>;
}

/** The pages found last, and the months of the lists that they are pages of. */
export interface PageCache {
  get(key: string): CachedPage | undefined;
  set(key: string, page: CachedPage): void;
  readonly months: RecentValues<CachedMonths>;
  /**
   * Searches, or takes part in a search for the same key that begins after this call: what was written before it is found. Many
   * who ask for a page at once take two searches, and do not hold one another up until all are refused.
   */
  share<Found>(key: string, search: () => Promise<Found>): Promise<Found>;
}

interface Search {
  readonly found: Promise<unknown>;
  readonly done: Promise<void>;
  /** The search that begins when this one has ended, for those who came in between. */
  next: Promise<Search> | null;
}

const ignore = () => undefined;

/** Most cached pages: a thousand of twenty ids take less than half a megabyte. */
const maxPages = 1000;
/** Most cached lists: two hundred of ten years take half a megabyte. */
const maxLists = 200;

/** The values used last, by key; those that were asked for least recently go first. */
interface RecentValues<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

function createRecentValues<Value>(max: number): RecentValues<Value> {
  const values = new Map<string, Value>();
  return {
    get(key) {
      const value = values.get(key);
      if (value !== undefined) {
        values.delete(key);
        values.set(key, value);
      }
      return value;
    },
    set(key, value) {
      values.delete(key);
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > max && oldest !== undefined) values.delete(oldest);
    },
  };
}

/** Keeps the pages found last, and the months of their lists. */
export function createPageCache(): PageCache {
  const searches = new Map<string, Search>();
  function start(key: string, search: () => Promise<unknown>): Search {
    const found = search();
    const done = found.then(ignore, ignore);
    const own: Search = { found, done, next: null };
    searches.set(key, own);
    void done.then(() => void (searches.get(key) === own && !own.next && searches.delete(key)));
    return own;
  }
  return {
    ...createRecentValues<CachedPage>(maxPages),
    months: createRecentValues<CachedMonths>(maxLists),
    async share<Found>(key: string, search: () => Promise<Found>): Promise<Found> {
      const running = searches.get(key);
      if (!running) return start(key, search).found as Promise<Found>;
      running.next ??= running.done.then(() => start(key, search));
      const { found } = await running.next;
      // The initiator of a failed search gets the error; the others search for themselves.
      return (found as Promise<Found>).catch(search);
    },
  };
}
