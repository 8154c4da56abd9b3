import { proxy, ref, useSnapshot } from 'valtio';

interface SelectionState {
  /** Whether the list shows boxes. */
  on: boolean;
  /** The query of the list when they were selected; a selection of another query is dropped. */
  scope: string;
  ids: ReadonlySet<number>;
}

const none: ReadonlySet<number> = ref(new Set<number>());

/** The applications that are chosen in the list, on all its pages. */
export const selectionStore = proxy<SelectionState>({ on: false, scope: '', ids: none });

/** Replaces what is chosen. */
export function choose(ids: Iterable<number>): void {
  selectionStore.ids = ref(new Set(ids));
}

/** Selects or deselects an application. */
export function toggleChosen(id: number): void {
  const next = new Set(selectionStore.ids);
  if (!next.delete(id)) next.add(id);
  choose(next);
}

/** Begins to choose, or ends it and lets all go. */
export function setSelecting(on: boolean): void {
  selectionStore.on = on;
  choose([]);
}

/** Lets go what was chosen by another question. */
export function setScope(scope: string): void {
  if (selectionStore.scope === scope) return;
  selectionStore.scope = scope;
  choose([]);
}

/** Whether the list shows boxes, and whether an application is chosen. */
export function useIsChosen(id: number): { readonly on: boolean; readonly chosen: boolean } {
  const { on, ids } = useSnapshot(selectionStore);
  return { on, chosen: ids.has(id) };
}

/** The props of the bar under the list. */
export interface BulkBarProps {
  /** The ids on the page. */
  readonly ids: readonly number[];
  /** How many the list has. */
  readonly total: number;
  /** The query of the list, as in its address. */
  readonly query: string;
}
