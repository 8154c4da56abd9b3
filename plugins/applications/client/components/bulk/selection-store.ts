import { proxy, ref, useSnapshot } from 'valtio';

interface SelectionState {
  /** Whether the list shows checkboxes. */
  on: boolean;
  /** The list's query at the time of selection; a selection of another query is dropped. */
  scope: string;
  ids: ReadonlySet<number>;
}

const none: ReadonlySet<number> = ref(new Set<number>());

/** The selected applications, across all pages of the list. */
export const selectionStore = proxy<SelectionState>({ on: false, scope: '', ids: none });

/** Replaces the selection. */
export function choose(ids: Iterable<number>): void {
  selectionStore.ids = ref(new Set(ids));
}

/** Selects or deselects an application. */
export function toggleChosen(id: number): void {
  const next = new Set(selectionStore.ids);
  if (!next.delete(id)) next.add(id);
  choose(next);
}

/** Starts selecting, or ends it and clears the selection. */
export function setSelecting(on: boolean): void {
  selectionStore.on = on;
  choose([]);
}

/** Clears a selection made under another query. */
export function setScope(scope: string): void {
  if (selectionStore.scope === scope) return;
  selectionStore.scope = scope;
  choose([]);
}

/** Whether the list shows checkboxes, and whether an application is selected. */
export function useIsChosen(id: number): { readonly on: boolean; readonly chosen: boolean } {
  const { on, ids } = useSnapshot(selectionStore);
  return { on, chosen: ids.has(id) };
}

/** The props of the bar under the list. */
export interface BulkBarProps {
  /** The ids on the page. */
  readonly ids: readonly number[];
  /** The total of the list. */
  readonly total: number;
  /** The query of the list, as in its address. */
  readonly query: string;
}
