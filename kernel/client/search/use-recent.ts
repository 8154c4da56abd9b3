import { useEffect, useState } from 'react';
import { loadTexts, send, useAdmin, useLanguage } from '../index.ts';
import type { SearchHit } from '#kernel/contract/http/search.ts';
import type { Hit, Recent } from './hits.ts';
import { recentKey } from '../storage/local-storage.ts';
import { readSealed, writeSealed } from '../storage/sealed-storage.ts';

type KnownHit = SearchHit & { readonly plugin: string; readonly key: string };

/** Recently opened items that this admin can still read, and the number of those being loaded. */
export function useRecent(pages: readonly Hit[], iconOf: (search: string) => string) {
  const { id: adminId } = useAdmin();
  const { language } = useLanguage();
  const [recent] = useState(() => readRecent(adminId));
  const [known, setKnown] = useState<ReadonlyMap<string, Hit> | null>(null);
  const refs = recent.flatMap((one) => ('search' in one ? [recentKeyOf(one)] : [])).join(',');

  useEffect(() => {
    if (refs === '') return undefined;
    const cancel = new AbortController();
    fetchByRefs(refs, cancel.signal, iconOf).then(
      (hits) => setKnown(new Map(hits)),
      // Items that cannot be read are omitted: this is a shortcut, and the search itself reports errors.
      () => cancel.signal.aborted || setKnown(new Map()),
    );
    return () => cancel.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- the icons do not change while the palette is open
  }, [refs, language]);

  const hits = recent.flatMap((one): Hit[] => {
    const hit = 'page' in one ? pages.find(({ key }) => key === one.page) : known?.get(recentKeyOf(one));
    return hit ? [{ ...hit, key: `recent-${hit.key}` }] : [];
  });
  const awaited = known === null && refs !== '' ? refs.split(',').length : 0;
  return { hits, awaited };
}

async function fetchByRefs(
  refs: string,
  signal: AbortSignal,
  iconOf: (search: string) => string,
): Promise<[string, Hit][]> {
  const path = `search/known?${new URLSearchParams({ refs }).toString()}`;
  const { items } = await send<{ items?: readonly KnownHit[] }>('GET', path, undefined, { signal });
  const found = items ?? [];
  await loadTexts(...new Set(found.map(({ plugin }) => plugin)));
  return found.map((item) => {
    const search = `${item.plugin}.${item.key}`;
    return [`${search}:${item.id}`, toHit(item, search, iconOf(search))];
  });
}

/** Converts a server's hit to a row. */
export function toHit(item: SearchHit, search: string, icon: string): Hit {
  const { title, subtitle, path, number, status, id } = item;
  const recent = typeof id === 'number' ? { search, id } : undefined;
  return { key: `${search}:${id}`, title, subtitle, path, number, status, icon, recent };
}

const maxRecent = 8;

/**
 * Items recently opened from the search, the last first. Only ids are stored, in this browser, until the user signs
 * out; names are read each time, with the current rights.
 */
export function readRecent(adminId: number): Recent[] {
  try {
    const stored = JSON.parse(readSealed(recentKey) ?? 'null') as { admin?: unknown; items?: unknown } | null;
    return stored?.admin === adminId && Array.isArray(stored.items) ? stored.items.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** Adds an opened item before the others. */
export function addRecent(adminId: number, opened: Recent): void {
  const others = readRecent(adminId).filter((one) => recentKeyOf(one) !== recentKeyOf(opened));
  const slim = 'page' in opened ? { page: opened.page } : { search: opened.search, id: opened.id };
  const items = [slim, ...others].slice(0, maxRecent);
  writeSealed(recentKey, JSON.stringify({ admin: adminId, items }));
}

/** A unique text for each item. */
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
