import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { superAdmin } from '#kernel/contract/index.ts';
import { defineRecord } from '#kernel/records/contract/index.ts';
import { compiler } from '#kernel/server/database/pool/run-statement.ts';
import { createReadOnlyStore } from '../crud/index.ts';
import { every, type Fragment } from '../sql/statement.ts';
import { filterParts, facetKey, counterFacetsOf, type FilterSql } from './counted-list.ts';

const pond = defineRecord({
  plugin: 'ponds',
  name: 'pond',
  type: 'Pond',
  table: 'ponds',
  path: 'ponds',
  page: '/ponds',
  access: superAdmin,
  readOnly: true,
  fields: { depth: z.int(), fish: z.string() },
  sorts: ['createdAt', 'depth'],
  filters: {
    neighborhood: z.int().optional(),
    fish: z.string().optional(),
    owner: z.int().optional(),
    depth: z.int().optional(),
  },
  facets: { fish: { column: 'kind', any: '*' }, owner: { column: 'owner_id', any: 0 } },
  calls: { list: 'Ponds', detail: 'A pond' },
});

function written(fragment: Fragment): string {
  const { sql: text, parameters } = fragment.compile(compiler);
  return text.replaceAll(/\$(\d+)/g, (_, value: string) => JSON.stringify(parameters[Number(value) - 1]));
}

const conditions: FilterSql<typeof pond, 'neighborhood'> = {
  fish: (kind) => sql`kind = ${kind}`,
  owner: (id) => sql`owner_id = ${id}`,
  depth: (depth) => sql`depth = ${depth}`,
};

test('a list is counted by the facets of its declaration, regardless of other filters', () => {
  const facets = counterFacetsOf(pond, { fish: 'carp', depth: 3 });
  expect(facets.map(({ column, value, any }) => [column, written(value), written(any)])).toEqual([
    ['kind', '(select "carp"::text)', "'*'"],
    ['owner_id', '(select 0::bigint)', '0'],
  ]);
});

test('the key of the counters has a column for each facet, in their order', () => {
  const key = Object.entries(facetKey(pond)).map(([column, value]) => `${column}: ${written(value)}`);
  expect(key).toEqual([`kind: coalesce("kind", '*')`, 'owner_id: coalesce("owner_id", 0)']);
});

test('only requested filters are conditions', () => {
  const value = filterParts(conditions, { fish: undefined, owner: 7, depth: 0 });
  expect(written(every(value))).toBe('owner_id = 7 and depth = 0');
});

test('a record of an area, or with an author, needs a store of its own', () => {
  expect(() => createReadOnlyStore(pond)).not.toThrow();
  for (const own of [{ ...pond, area: 'depth' } as const, { ...pond, authored: true }]) {
    expect(() => createReadOnlyStore(own as typeof pond)).toThrow('pond needs a store of its own');
  }
});

// The compiler checks the expected errors: `tsc` fails if one is missing.
test('does not compile without the SQL of a filter, or with a facet or field that is not declared', () => {
  const { depth: _depth, ...incomplete } = conditions;
  const wrong = [
    // @ts-expect-error -- the filter `depth` has no SQL
    (): FilterSql<typeof pond, 'neighborhood'> => incomplete,
    // @ts-expect-error -- the neighbourhood is no condition here
    (): FilterSql<typeof pond> => conditions,
    // @ts-expect-error -- there is no filter `bank`
    () => defineRecord({ ...pond, facets: { bank: { column: 'bank', any: 0 } } }),
    // @ts-expect-error -- ponds have no field `bank`
    () => defineRecord({ ...pond, detailFields: ['bank'] }),
    // @ts-expect-error -- ponds have no field `bank` that could contain a neighbourhood
    () => defineRecord({ ...pond, area: 'bank' }),
  ];
  expect(wrong).toHaveLength(5);
});
