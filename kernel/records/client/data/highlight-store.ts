import { proxy, useSnapshot } from 'valtio';

/** Milliseconds that a row stays highlighted after it was added or changed. */
const highlightMs = 6000;

const highlightStore = proxy<{ marks: Record<string, number> }>({ marks: {} });

/** Highlights a row of a list for some seconds, after it was saved here or by another user. */
export function highlightRow(list: string, id: number): void {
  const key = `${list}:${id}`;
  const until = Date.now() + highlightMs;
  highlightStore.marks[key] = until;
  setTimeout(() => {
    if (highlightStore.marks[key] === until) delete highlightStore.marks[key];
  }, highlightMs);
}

/** Returns a function that tells whether a row of a list is highlighted. */
export function useIsHighlighted(list: string): (row: { readonly id: number }) => boolean {
  const { marks } = useSnapshot(highlightStore);
  return ({ id }) => `${list}:${id}` in marks;
}
