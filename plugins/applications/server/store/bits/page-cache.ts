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

/** The pages found last. */
export interface PageCache {
  get(key: string): CachedPage | undefined;
  set(key: string, page: CachedPage): void;
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

/** So many pages of twenty ids take less than half a megabyte. */
const maxPages = 1000;

/** Keeps the pages found last; those that were asked for least recently go first. */
export function createPageCache(): PageCache {
  const pages = new Map<string, CachedPage>();
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
    get(key) {
      const page = pages.get(key);
      if (page) {
        pages.delete(key);
        pages.set(key, page);
      }
      return page;
    },
    set(key, page) {
      pages.delete(key);
      pages.set(key, page);
      const [oldest] = pages.keys();
      if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest);
    },
    async share<Found>(key: string, search: () => Promise<Found>): Promise<Found> {
      const running = searches.get(key);
      if (!running) return start(key, search).found as Promise<Found>;
      running.next ??= running.done.then(() => start(key, search));
      const { found } = await running.next;
      // Whose search failed hears of it; the others search for themselves.
      return (found as Promise<Found>).catch(search);
    },
  };
}
