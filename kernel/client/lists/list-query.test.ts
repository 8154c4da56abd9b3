import { expect, test } from 'vitest';
import { readListState, toQueryString, writeListState } from './list-query.ts';

const options = {
  filters: ['status', 'neighborhood'],
  defaults: { limit: 30, sort: { key: 'createdAt', direction: 'down' } },
} as const;

const read = (search: string) => readListState(new URLSearchParams(search), options);

test('an empty address gives the defaults', () => {
  expect(read('')).toEqual({
    page: 1,
    limit: 30,
    sort: { key: 'createdAt', direction: 'down' },
    search: '',
    filters: { status: '', neighborhood: '' },
  });
});

test('reads the address and ignores invalid values', () => {
  expect(read('page=3&limit=10&sort_by=status&sort_order=asc&search=ali&status=late&other=1')).toEqual({
    page: 3,
    limit: 10,
    sort: { key: 'status', direction: 'up' },
    search: 'ali',
    filters: { status: 'late', neighborhood: '' },
  });
  expect(read('page=-1&limit=1000')).toMatchObject({ page: 1, limit: 30 });
  expect(read('page=1.5&limit=abc')).toMatchObject({ page: 1, limit: 30 });
});

test('writes only values that differ from the defaults, and keeps the rest of the address', () => {
  const now = new URLSearchParams('page=3&tab=map&status=late');
  const state = { ...read('page=3&status=late'), page: 1, filters: { status: 'created', neighborhood: '' } };
  expect(writeListState(now, state, options).toString()).toBe('tab=map&status=created');
});

test('reads back the state that was written', () => {
  const state = read('page=2&limit=50&sort_by=neighborhood&sort_order=desc&search=o%CA%BBrin&neighborhood=7');
  expect(readListState(writeListState(new URLSearchParams(), state, options), options)).toEqual(state);
});

test('sends page and limit always, and the rest when set', () => {
  expect(toQueryString(read('search=%20ali%20&neighborhood=7'))).toBe(
    'page=1&limit=30&sort_by=createdAt&sort_order=desc&search=ali&neighborhood=7',
  );
});
