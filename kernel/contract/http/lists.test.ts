import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listQuerySchema, pageOf, pageSchema } from './lists.ts';
import { idParamSchema } from './wire.ts';

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
    const sent = {
      page: '3',
      limit: '50',
      sort_by: 'name',
      sort_order: 'desc',
      search: ' olim ',
      street: '7',
    };
    expect(query.parse(sent)).toEqual({
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
  ])('rejects %j', (sent) => {
    expect(query.safeParse(sent).success).toBe(false);
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
