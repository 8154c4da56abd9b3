import { expect, test } from 'vitest';
import type { SearchGroup, SearchLine } from '#kernel/contract/http/search.ts';
import { networkError } from '../data/request-error.ts';
import {
  pendingGroups,
  failedGroups,
  visibleGroups,
  idOfGroup,
  isPreviousResult,
  initialState,
  searchReducer,
  type SearchState,
} from './search-state.ts';

const group = (plugin: string, ids: readonly number[], more: Partial<SearchGroup> = {}): SearchGroup => ({
  plugin,
  key: 'things',
  items: ids.map((id) => ({ id, title: `${plugin} ${id}`, subtitle: '', path: '/' })),
  ...more,
});
const groupsLine: SearchLine = { asked: ['a', 'b', 'c'].map((plugin) => ({ plugin, key: 'things' })) };
const begin = (state: SearchState, query: string) => searchReducer(state, { kind: 'begin', query });
const take = (state: SearchState, ...lines: SearchLine[]) =>
  lines.reduce((now, line) => searchReducer(now, { kind: 'line', line }), state);
const seen = (state: SearchState) => visibleGroups(state).map(({ plugin }) => plugin);

test('orders groups as the query does, in any order of responses', () => {
  const state = take(
    begin(initialState, 'x'),
    groupsLine,
    { group: group('c', [1]) },
    { group: group('a', [2]) },
  );
  expect(seen(state)).toEqual(['a', 'c']);
  expect(pendingGroups(state)).toEqual([]);
  const slow = searchReducer(state, { kind: 'slow' });
  expect(pendingGroups(slow)).toEqual(['b.things']);
  expect(pendingGroups(take(slow, { group: group('b', []) }, { end: true }))).toEqual([]);
});

test('keeps previous results until new ones arrive or nothing is found', () => {
  const before = take(begin(initialState, 'x'), groupsLine, { group: group('a', [1]) }, { end: true });
  const typing = begin(before, 'xy');
  expect([seen(typing), isPreviousResult(typing)]).toEqual([['a'], true]);
  const empty = take(typing, groupsLine, { group: group('a', []) });
  expect([seen(empty), isPreviousResult(empty)]).toEqual([['a'], true]);
  const found = take(empty, { group: group('b', [1]) });
  expect([seen(found), isPreviousResult(found)]).toEqual([['b'], false]);
  const nothing = take(empty, { end: true });
  expect([seen(nothing), isPreviousResult(nothing)]).toEqual([[], false]);
  expect(begin(found, '')).toEqual(initialState);
});

test('a failure removes results of another query, and late and failed groups are named', () => {
  const before = take(begin(initialState, 'x'), groupsLine, { group: group('a', [1]) }, { end: true });
  const failed = searchReducer(begin(before, 'xy'), { kind: 'fail', failure: networkError() });
  expect([seen(failed), failed.failure?.code, failed.ended]).toEqual([[], 'network', true]);
  const broken = take(begin(before, 'z'), groupsLine, { group: group('b', [], { state: 'late' }) });
  expect(failedGroups(broken).map(({ state }) => state)).toEqual(['late']);
});

test('accepts a server without keys', () => {
  expect(idOfGroup({ plugin: 'streets' })).toBe('streets.streets');
});
