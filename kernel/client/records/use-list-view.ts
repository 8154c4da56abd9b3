import { useState } from 'react';
import { readStored, writeStored } from '../session/storage.ts';
import { isPlain, readView, type ListView } from './list-view.ts';

/** The columns and the density that somebody chose for a list; remembered in the browser. */
export function useListView(list: string): readonly [ListView, (view: ListView) => void] {
  const key = `list:${list}`;
  const [view, setView] = useState(() => readView(readStored(key)));

  function change(next: ListView): void {
    setView(next);
    writeStored(key, isPlain(next) ? null : JSON.stringify(next));
  }

  return [view, change];
}
