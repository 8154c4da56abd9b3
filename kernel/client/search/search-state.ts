import type { RequestError } from '../index.ts';
import type { SearchGroup, SearchLine } from '#kernel/contract/http/search.ts';

/** The progress of a search. */
export interface SearchState {
  readonly query: string;
  /** Full ids of the running searches, in order; null until known. */
  readonly requested: readonly string[] | null;
  readonly groups: ReadonlyMap<string, SearchGroup>;
  readonly ended: boolean;
  /** Whether the search is slow, so that the pending searches are named. */
  readonly slow: boolean;
  readonly failure: RequestError | null;
  /** The hits of the previous query, shown until new ones replace them. */
  readonly former: readonly SearchGroup[];
}

export type SearchEvent =
  | { readonly kind: 'begin'; readonly query: string }
  | { readonly kind: 'line'; readonly line: SearchLine }
  | { readonly kind: 'slow' }
  | { readonly kind: 'fail'; readonly failure: RequestError };

/** The state without a search. */
export const initialState: SearchState = {
  query: '',
  requested: null,
  groups: new Map(),
  ended: true,
  slow: false,
  failure: null,
  former: [],
};

/** Applies an event to the state of a search. */
export function searchReducer(state: SearchState, event: SearchEvent): SearchState {
  switch (event.kind) {
    case 'begin':
      return event.query === ''
        ? initialState
        : { ...initialState, query: event.query, ended: false, former: visibleGroups(state) };
    case 'slow':
      return { ...state, slow: true };
    case 'line':
      return takeLine(state, event.line);
    case 'fail':
      return { ...state, ended: true, failure: event.failure, former: [] };
  }
}

/** The groups to show: those of the query once one has hits, until then the previous ones. */
export function visibleGroups({ requested, groups, ended, former }: SearchState): readonly SearchGroup[] {
  const found = [...groups.values()].filter(({ items }) => items.length > 0);
  if (found.length === 0) return ended ? [] : former;
  const indexOf = (group: SearchGroup) => requested?.indexOf(idOfGroup(group)) ?? 0;
  return found.toSorted((one, other) => indexOf(one) - indexOf(other));
}

/** Whether the visible groups belong to the previous query. */
export function isPreviousResult({ groups, ended, former }: SearchState): boolean {
  return !ended && former.length > 0 && [...groups.values()].every(({ items }) => items.length === 0);
}

/** The searches that have not responded yet, once the search counts as slow. */
export function pendingGroups({ requested, groups, ended, slow }: SearchState): readonly string[] {
  return ended || !slow ? [] : (requested ?? []).filter((id) => !groups.has(id));
}

/** The searches that did not finish. */
export function failedGroups({ groups }: SearchState): readonly SearchGroup[] {
  return [...groups.values()].filter(({ state }) => state !== undefined);
}

/** The full id of a group's search; older servers send only the plugin. */
export function idOfGroup({ plugin, key }: { readonly plugin: string; readonly key?: string }): string {
  return `${plugin}.${key ?? plugin}`;
}

function takeLine(state: SearchState, line: SearchLine): SearchState {
  if ('asked' in line) return { ...state, requested: line.asked.map(idOfGroup) };
  if ('group' in line) {
    return { ...state, groups: new Map(state.groups).set(idOfGroup(line.group), line.group) };
  }
  return { ...state, ended: true };
}
