/** `localStorage`, or nothing where the browser forbids it: then things last as long as the page. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Reads what was kept under a key. */
export function readStored(key: string): string | null {
  try {
    return storage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a text under a key, or takes it away with `null`; says whether it was kept (the quota may be used up). */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) storage()?.removeItem(key);
    else storage()?.setItem(key, value);
    return storage() !== null;
  } catch {
    return false;
  }
}

/** Under which the browser keeps what was opened lately; signing out takes it away. */
export const recentKey = 'search-recent';
