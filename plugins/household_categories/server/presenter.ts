import { presentNames, presentRecord } from '#kernel/records/server/crud/index.ts';
import type { HouseholdCategory } from '../contract.ts';
import type { CategoryRow } from './store.ts';

/** A category as the list shows it. */
export function presentCategory(row: CategoryRow): HouseholdCategory {
  return { id: row.id, ...presentNames(row), color: row.color, ...presentRecord(row) };
}
