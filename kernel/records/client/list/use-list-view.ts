import { useState } from 'react';
import { useDensity } from '#kernel/client/preferences/preferences.ts';
import { readStored, writeStored } from '#kernel/client/storage/local-storage.ts';
import { isPlain, plainView, readView, type ListView } from './list-view.ts';

/** The columns that a user chose for a list, stored in the browser, and the density chosen for all lists. */
export function useListView(list: string): readonly [ListView, (view: ListView) => void] {
  const key = `list:${list}`;
  const { density, setDensity } = useDensity();
  const [{ columns }, setKept] = useState(() => readView(readStored(key)));

  function change(next: ListView): void {
    const stored = { ...plainView, columns: next.columns };
    setKept(stored);
    writeStored(key, isPlain(stored) ? null : JSON.stringify(stored));
    setDensity(next.density);
  }

  return [{ density, columns }, change];
}
