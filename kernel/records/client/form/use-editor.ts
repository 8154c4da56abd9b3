import { useState } from 'react';
import { readOpenForm, storeOpenForm } from './open-form-storage.ts';
import { useOneTimeParam } from '../list/use-one-time-param.ts';

/** Which record of a list is open in a form: none, a new one, or an existing one. */
export interface Editor<Item> {
  readonly open: { readonly record: Item | null; readonly key: number } | null;
  readonly add: () => void;
  readonly edit: (record: Item) => void;
  readonly close: () => void;
}

/** The list that contains the records. */
interface Shown<Item> {
  readonly name: string;
  readonly page: { readonly items: readonly Item[] } | undefined;
}

/**
 * Holds which record is open. Each opening has a new key, so that the form mounts again. `?new` opens a new record; a
 * form that was open at a reload or at the end of the session is reopened.
 */
export function useEditor<Item extends { readonly id: number }>({ name, page }: Shown<Item>): Editor<Item> {
  const [state, setState] = useState<{ open: Editor<Item>['open']; last: number }>({ open: null, last: 0 });
  const show = (record: Item | null) =>
    setState(({ last }) => ({ open: { record, key: last + 1 }, last: last + 1 }));
  const open = (record: Item | null) => {
    storeOpenForm(name, record === null ? 'new' : Number(record.id));
    show(record);
  };
  const [left, setLeft] = useState(() => readOpenForm(name));
  if (left !== null && page) {
    setLeft(null);
    const record = left === 'new' ? null : page.items.find(({ id }) => Number(id) === left);
    if (record !== undefined) show(record);
  }
  useOneTimeParam('new', () => open(null));
  return {
    open: state.open,
    add: () => open(null),
    edit: open,
    close() {
      storeOpenForm(name, null);
      setState(({ last }) => ({ open: null, last }));
    },
  };
}
