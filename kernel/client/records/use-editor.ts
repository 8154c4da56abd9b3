import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Which record of a list is open in a form: none, a new one, or one that is there. */
export interface Editor<Item> {
  readonly open: { readonly record: Item | null; readonly key: number } | null;
  readonly add: () => void;
  readonly edit: (record: Item) => void;
  readonly close: () => void;
}

/** By this in the address a list is asked to open the form of a new record, such as by the search of the top bar. */
const wish = 'new';

/** Holds which record is open. The key is new at each opening, so that the form is, too. */
export function useEditor<Item>(): Editor<Item> {
  const [params, setParams] = useSearchParams();
  const [state, setState] = useState<{ open: Editor<Item>['open']; last: number }>({ open: null, last: 0 });
  const show = (record: Item | null) =>
    setState(({ last }) => ({ open: { record, key: last + 1 }, last: last + 1 }));
  const wanted = params.has(wish);
  useEffect(() => {
    if (!wanted) return;
    show(null);
    // A reload, or the way back, is no wish for another.
    setParams(
      (now) => {
        const rest = new URLSearchParams(now);
        rest.delete(wish);
        return rest;
      },
      { replace: true },
    );
    // oxlint-disable-next-line react/exhaustive-deps -- the address alone says when
  }, [wanted]);
  return {
    open: state.open,
    add: () => show(null),
    edit: show,
    close: () => setState(({ last }) => ({ open: null, last })),
  };
}
