import { expect, test } from 'vitest';
import { serverQuery } from './query.ts';

const nothing = { is_read: '', type: '', period: '', date_from: '', date_to: '' };
const queryOf = (filters: Partial<typeof nothing>, search = '', finds = true) =>
  serverQuery({ page: 2, limit: 20, search, filters: { ...nothing, ...filters } }, '2026-03-01', finds);

test.each([
  [{}, ''],
  [{ is_read: 'false', type: 'forward' }, '&is_read=false&type=forward'],
  [{ period: 'today' }, '&date_from=2026-03-01&date_to=2026-03-01'],
  [{ period: 'week' }, '&date_from=2026-02-23&date_to=2026-03-01'],
  [{ period: 'month' }, '&date_from=2026-01-31&date_to=2026-03-01'],
  [{ period: 'custom', date_from: '2026-01-05' }, '&date_from=2026-01-05'],
  [{ period: 'custom' }, ''],
  [{ period: '', date_from: '2026-01-05' }, ''],
  [{ period: 'constructor' }, ''],
])('sends the filters %j as a query', (filters, query) => {
  expect(queryOf(filters)).toBe(`page=2&limit=20${query}`);
});

test('trims the search text', () => {
  expect(queryOf({}, ' tom ')).toBe('page=2&limit=20&search=tom');
});

test('sends page parameters only to a server without filters', () => {
  expect(queryOf({ is_read: 'false', period: 'week' }, 'tom', false)).toBe('page=2&limit=20');
});
