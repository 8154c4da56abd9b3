import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { definePlugin, recordChangeSchema, superAdmin } from '#kernel/contract/index.ts';
import { defineRecord } from '#kernel/records/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { Columns } from '../sql/statement.ts';
import { recordServer } from './record-server.ts';

const pond = defineRecord({
  plugin: 'ponds',
  name: 'pond',
  type: 'Pond',
  table: 'ponds',
  path: 'ponds',
  page: '/ponds',
  access: superAdmin,
  sorts: ['depth'],
  filters: { fish: z.string().optional() },
  calls: { list: 'Ponds', create: 'Adds a pond', update: 'Changes a pond' },
});
const ponds = definePlugin({
  id: 'ponds',
  version: '1.0.0',
  events: { pond_change: { payload: recordChangeSchema, access: superAdmin, area: 'none' } },
});
const silent = definePlugin({ id: 'silent', version: '1.0.0' });
const sorts = { depth: (_language: Language, row: Columns) => row('depth') };
const filters = { fish: (value: string, row: Columns) => sql`${row('fish')} = ${value}` };

test('provides the calls for which a declaration has a summary', () => {
  const { routes } = recordServer(ponds, pond, { sorts, filters });
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET ponds',
    'POST ponds',
    'PUT ponds/:id',
  ]);
});

// The compiler checks the expected errors: `tsc` fails if one is missing.
test('does not compile without the SQL of a sort or a filter, or without the event of changes', () => {
  const wrong = [
    // @ts-expect-error -- the sort `depth` has no SQL
    () => recordServer(ponds, pond, { filters }),
    // @ts-expect-error -- the filter `fish` has no SQL
    () => recordServer(ponds, pond, { sorts }),
    // @ts-expect-error -- the sort is called `depth`
    () => recordServer(ponds, pond, { sorts: { deep: sorts.depth }, filters }),
    // @ts-expect-error -- the plugin announces no changes of ponds
    () => recordServer(silent, pond, { sorts, filters }),
    // @ts-expect-error -- ponds have no field `fish` that selects could need
    () => defineRecord({ ...pond, optionFields: ['fish'] }),
  ];
  expect(wrong).toHaveLength(5);
});
