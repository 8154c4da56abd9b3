/** `localStorage`, or null if the browser denies access; then data last as long as the page. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Reads the text stored under a key. */
export function readStored(key: string): string | null {
  try {
    return storage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Stores a text under a key, or removes it with `null`; returns whether that succeeded (the quota may be exceeded). */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) storage()?.removeItem(key);
    else storage()?.setItem(key, value);
    return storage() !== null;
  } catch {
    return false;
  }
}

/** The keys of all stored texts. */
export function storedKeys(): string[] {
  try {
    return Object.keys(storage() ?? {});
  } catch {
    return [];
  }
}

/** The storage key of recently opened items; signing out deletes it. */
export const recentKey = 'search-recent';
