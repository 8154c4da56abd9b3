import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readErrorText, readList, readPage } from './read-response.ts';
import { pageOf } from './lists.ts';

describe('readPage', () => {
  const items = [{ id: 1 }, { id: 2 }];
  const numbers = { page: 2, limit: 20, total_pages: 7, length: 133 };

  test('reads numbers beside the items', () => {
    expect(readPage({ items, ...numbers })).toEqual({ items, ...numbers });
  });

  test('reads numbers under pagination', () => {
    expect(readPage({ items, pagination: numbers })).toEqual({ items, ...numbers });
  });

  test('reads numbers given as strings', () => {
    expect(readPage({ items, page: '2', limit: '20', total_pages: '7', length: '133' })).toEqual({
      items,
      ...numbers,
    });
  });

  test('treats a bare array as the only page', () => {
    expect(readPage(items)).toEqual({ items, page: 1, limit: 2, total_pages: 1, length: 2 });
  });

  test('computes the number of pages from the length when it is absent', () => {
    expect(readPage({ items, limit: 20, length: 41 })).toMatchObject({ total_pages: 3 });
  });

  test('reports a count that stopped at its limit', () => {
    expect(readPage({ items, ...numbers, capped: true }).capped).toBe(true);
    expect('capped' in readPage({ items, ...numbers })).toBe(false);
  });

  test('returns items and consistent whole numbers for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), looselyAPage()), (response) => {
        const page = readPage(response);
        expect(Array.isArray(page.items)).toBe(true);
        for (const number of [page.page, page.limit, page.total_pages, page.length]) {
          expect(Number.isInteger(number) && number >= 0).toBe(true);
        }
        expect(page.page).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test('reads what the server builds unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.nat() })),
        fc.record({
          page: fc.integer({ min: 1, max: 1000 }),
          limit: fc.integer({ min: 1, max: 100 }),
          length: fc.nat(),
        }),
        (rows, counted) => {
          const sent = pageOf(rows, counted);
          expect(readPage(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
          expect(readPage({ ...sent, pagination: { ...counted, total_pages: sent.total_pages } })).toEqual(
            sent,
          );
        },
      ),
    );
  });
});

describe('reading a whole list', () => {
  test('accepts a bare array and an object with items', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.nat() })), (rows) => {
        expect(readList(rows)).toEqual(rows);
        expect(readList({ items: rows })).toEqual(rows);
      }),
    );
  });

  test.each([null, undefined, 'text', 5, {}, { items: null }])('%j is empty', (response) => {
    expect(readList(response)).toEqual([]);
  });
});

describe('reading the text of an error', () => {
  test.each<[unknown, string | null]>([
    [{ err: 'Xato', message: 'other' }, 'Xato'],
    [{ message: 'Xato' }, 'Xato'],
    [{ err: '  ', message: 'Xato' }, 'Xato'],
    [{ err: { deep: true }, message: 'Xato' }, 'Xato'],
    [{ err: '' }, null],
    [{}, null],
    [null, null],
    ['Xato', null],
    [undefined, null],
  ])('of %j is %j', (body, text) => {
    expect(readErrorText(body)).toBe(text);
  });

  test('returns a non-blank text or none, for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        const text = readErrorText(body);
        expect(text === null || text.trim().length > 0).toBe(true);
      }),
    );
  });
});

/** A response with the fields of a page and arbitrary values. */
function looselyAPage(): fc.Arbitrary<unknown> {
  const numbers = {
    page: fc.anything(),
    limit: fc.anything(),
    total_pages: fc.anything(),
    length: fc.anything(),
  };
  return fc.record(
    { items: fc.anything(), ...numbers, pagination: fc.oneof(fc.anything(), fc.record(numbers)) },
    { requiredKeys: [] },
  );
}
