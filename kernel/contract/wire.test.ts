import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  idParamSchema,
  idSchema,
  listQuerySchema,
  momentSchema,
  nameBlockSchema,
  pageOf,
  pageSchema,
} from './wire.ts';
import { coordinatesSchema } from '#kernel/domain/geo/index.ts';

describe('the query of a list', () => {
  const query = listQuerySchema({
    sort: ['createdAt', 'name'],
    limit: 30,
    filters: { street: idParamSchema.optional() },
  });

  test('defaults to the first page', () => {
    expect(query.parse({})).toEqual({ page: 1, limit: 30 });
  });

  test('reads the values of an address', () => {
    const asked = {
      page: '3',
      limit: '50',
      sort_by: 'name',
      sort_order: 'desc',
      search: ' olim ',
      street: '7',
    };
    expect(query.parse(asked)).toEqual({
      page: 3,
      limit: 50,
      sort_by: 'name',
      sort_order: 'desc',
      search: 'olim',
      street: 7,
    });
  });

  test.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'x' },
    { limit: '0' },
    { limit: '101' },
    { sort_by: 'password' },
    { sort_order: 'up' },
    { street: 'x' },
    { unknown: '1' },
    { search: 'x'.repeat(201) },
  ])('refuses %j', (asked) => {
    expect(query.safeParse(asked).success).toBe(false);
  });
});

describe('a page', () => {
  test('has as many pages as its length needs', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 100 }), (length, limit) => {
        const { total_pages } = pageOf([], { page: 1, limit, length });
        expect(total_pages * limit).toBeGreaterThanOrEqual(length);
        expect((total_pages - 1) * limit).toBeLessThan(Math.max(length, 1));
      }),
    );
  });

  test('passes its own schema', () => {
    const page = pageOf(['a'], { page: 1, limit: 1, length: 2, capped: true });
    expect(pageSchema(z.string()).parse(page)).toEqual(page);
  });
});

describe('wire types', () => {
  test.each([
    ['an id', idSchema, [1, 2 ** 31], [0, -1, 1.5, '1', null]],
    ['an id in an address', idParamSchema, ['1', 7], ['0', '-1', '1.5', 'x', '']],
    [
      'a moment',
      momentSchema,
      ['2026-11-21T08:15:30.000Z', '2026-11-21T13:15:30+05:00'],
      ['2026-11-21', '21.11.2026', '2026-11-21T08:15:30'],
    ],
    [
      'coordinates',
      coordinatesSchema,
      [
        [41.55, 60.62],
        [-90, 180],
      ],
      [[91, 0], [0, 181], [1], [1, 2, 3], ['1', '2']],
    ],
    [
      'a name',
      nameBlockSchema,
      [{ name: 'Bogʻ' }],
      [{ name: '  ' }, { name: 'x'.repeat(201) }, {}, { name: 'a', other: 1 }],
    ],
  ] as const)('%s', (_name, schema, good, bad) => {
    for (const value of good) expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(true);
    for (const value of bad) expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(false);
  });
});
