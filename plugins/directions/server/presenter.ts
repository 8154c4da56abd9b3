import { presentNames, presentRecord } from '#kernel/records/server/crud/index.ts';
import type { Direction } from '../contract.ts';
import type { DirectionRow } from './store.ts';

/** A direction as the list shows it. */
export function presentDirection(row: DirectionRow): Direction {
  return { id: row.id, ...presentNames(row), author_id: row.author_id, ...presentRecord(row) };
}
