import { useState } from 'react';
import { useWish } from './use-wish.ts';

/** Which record of a list is open in a form: none, a new one, or one that is there. */
export interface Editor<Item> {
  readonly open: { readonly record: Item | null; readonly key: number } | null;
  readonly add: () => void;
  readonly edit: (record: Item) => void;
  readonly close: () => void;
}

/** Holds which record is open. The key is new at each opening, so that the form is, too. By `?new` a list opens a new one. */
export function useEditor<Item>(): Editor<Item> {
  const [state, setState] = useState<{ open: Editor<Item>['open']; last: number }>({ open: null, last: 0 });
  const show = (record: Item | null) =>
    setState(({ last }) => ({ open: { record, key: last + 1 }, last: last + 1 }));
  useWish('new', () => show(null));
  return {
    open: state.open,
    add: () => show(null),
    edit: show,
    close: () => setState(({ last }) => ({ open: null, last })),
  };
}
