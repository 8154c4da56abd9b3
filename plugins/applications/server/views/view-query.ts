import { z } from 'zod';
import { fail } from '#kernel/plugin-api/contract.ts';
import { type ViewQuery, viewQuerySchema } from '../../contract/views.ts';

/** Reads the parameters of a view; null where they are none, such as those of a later version. */
export function readViewQuery(text: string): ViewQuery | null {
  const entries = [...new URLSearchParams(text)];
  if (new Set(entries.map(([name]) => name)).size < entries.length) return null;
  return viewQuerySchema.safeParse(Object.fromEntries(entries)).data ?? null;
}

/** The parameters of a view as they are stored, always in the same order; throws a 422 where they make no sense. */
export function canonicalQuery(text: string): string {
  const query = readViewQuery(text);
  if (query === null) throw fail('invalid', { fields: { query: { key: 'applications:errors.view_query' } } });
  const names = Object.keys(query).toSorted() as (keyof ViewQuery)[];
  return new URLSearchParams(names.map((name) => [name, z.coerce.string().parse(query[name])])).toString();
}
