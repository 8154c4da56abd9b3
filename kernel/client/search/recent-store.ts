import { readStored, writeStored } from '../storage/local-storage.ts';
import type { Recent } from './hits.ts';
import { recentKey } from '../storage/recent-key.ts';

const mostKept = 8;

/**
 * What an admin opened lately from the search, the last first. Kept are ids, on this machine, until he signs out: names are
 * asked for anew each time, so that nobody reads one here that he may no longer see.
 */
export function readRecent(adminId: number): Recent[] {
  try {
    const stored = JSON.parse(readStored(recentKey) ?? 'null') as { admin?: unknown; items?: unknown } | null;
    return stored?.admin === adminId && Array.isArray(stored.items) ? stored.items.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** Puts what was opened before the others. */
export function keepRecent(adminId: number, opened: Recent): void {
  const others = readRecent(adminId).filter((one) => recentKeyOf(one) !== recentKeyOf(opened));
  const slim = 'page' in opened ? { page: opened.page } : { search: opened.search, id: opened.id };
  const items = [slim, ...others].slice(0, mostKept);
  writeStored(recentKey, JSON.stringify({ admin: adminId, items }));
}

/** One text for each thing. */
export function recentKeyOf(recent: Recent): string {
  return 'page' in recent ? recent.page : `${recent.search}:${recent.id}`;
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false;
  const { page, search, id } = value as Record<string, unknown>;
  if (typeof page === 'string') return true;
  return (
    typeof search === 'string' && /^[a-z]\w*\.\w+$/.test(search) && Number.isSafeInteger(id) && Number(id) > 0
  );
}
