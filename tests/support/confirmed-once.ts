import type pg from 'pg';
import { expect } from 'vitest';
import type { Writer } from './writer.ts';

/**
 * Expects each application that was acknowledged to a writer to be stored exactly once, under the
 * acknowledged id. Returns the stored ids by the key in the application's text.
 */
export async function expectConfirmedOnce(
  pool: Pick<pg.Pool, 'query'>,
  writers: readonly Writer[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await pool.query<{ key: string; ids: number[] }>(
    'select planned_assistance as key, array_agg(id::int order by id) as ids from applications group by planned_assistance',
  );
  const stored = new Map(rows.map(({ key, ids }) => [key, ids]));
  const confirmed = writers.flatMap((writer) => [...writer.confirmed]);
  const lost = confirmed.filter(([key, id]) => stored.get(key)?.[0] !== id);
  expect(lost, 'confirmed, but not stored').toEqual([]);
  expect(
    rows.filter(({ ids }) => ids.length > 1),
    'stored more than once',
  ).toEqual([]);
  return stored;
}
