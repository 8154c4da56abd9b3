import type { Counts } from '../counts.ts';

/** A page found by the bits, with the state in which it is valid. */
export interface CachedPage {
  readonly ids: readonly number[];
  readonly counts: Counts;
  /** The version of the bits, which grows with each change of them. */
  readonly version: number;
  /** The number of applications that became overdue since the bits were last updated for that. */
  readonly newlyLate: number;
}

/** The number of a list's applications by month of arrival, with the state in which it is valid. */
export interface CachedMonths extends Omit<CachedPage, 'ids'> {
  /** By month of arrival, `YYYY-MM`. */
  readonly months: Readonly<Record<string, number>>;
}

/** The most recently used pages, and the month counts of their lists. */
export interface PageCache {
  get(key: string): CachedPage | undefined;
  set(key: string, page: CachedPage): void;
  readonly months: RecentValues<CachedMonths>;
  /**
   * Runs a search, or joins one for the same key that starts after this call, so that earlier writes are
   * found. Many concurrent requests for a page share two searches instead of queueing until all are rejected.
   */
  share<Found>(key: string, search: () => Promise<Found>): Promise<Found>;
}

interface Search {
  readonly found: Promise<unknown>;
  readonly done: Promise<void>;
  /** The search that starts after this one, for requests that arrived meanwhile. */
  next: Promise<Search> | null;
}

const ignore = () => undefined;

/** The maximum number of cached pages: a thousand of twenty ids take less than 0.5 MB. */
const maxPages = 1000;
/** The maximum number of cached lists: two hundred covering ten years take 0.5 MB. */
const maxLists = 200;

/** An LRU cache. */
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

/** Creates a cache of the most recently used pages, and the month counts of their lists. */
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
