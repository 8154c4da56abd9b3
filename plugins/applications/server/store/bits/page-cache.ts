import type { Counts } from '../counts.ts';

/** A page that was found by the bits, with what has to be as it was then for it to hold. */
export interface CachedPage {
  readonly ids: readonly number[];
  readonly counts: Counts;
  /** Of the bits; it grows with each change of them. */
  readonly version: number;
  /** How many had become late since the bits were told of the late ones. */
  readonly newlyLate: number;
}

/** The pages found last. */
export interface PageCache {
  get(key: string): CachedPage | undefined;
  set(key: string, page: CachedPage): void;
}

/** So many pages of twenty ids take less than half a megabyte. */
const maxPages = 1000;

/** Keeps the pages found last; those that were asked for least recently go first. */
export function createPageCache(): PageCache {
  const pages = new Map<string, CachedPage>();
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
  };
}
