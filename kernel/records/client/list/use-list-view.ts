import { useState } from 'react';
import { useDensity } from '#kernel/client/preferences/density-store.ts';
import { readStored, writeStored } from '#kernel/client/storage/local-storage.ts';
import { isPlain, plainView, readView, type ListView } from './list-view.ts';

/** The columns that somebody chose for a list, remembered in the browser, and the density that he chose for all. */
export function useListView(list: string): readonly [ListView, (view: ListView) => void] {
  const key = `list:${list}`;
  const { density, setDensity } = useDensity();
  const [{ columns }, setKept] = useState(() => readView(readStored(key)));

  function change(next: ListView): void {
    const kept = { ...plainView, columns: next.columns };
    setKept(kept);
    writeStored(key, isPlain(kept) ? null : JSON.stringify(kept));
    setDensity(next.density);
  }

  return [{ density, columns }, change];
}
