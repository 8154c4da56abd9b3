import { presentNames, presentRecord } from '#kernel/records/server/crud/index.ts';
import type { Street } from '../contract.ts';
import type { StreetRow } from './store.ts';

/** A street as the list shows it. */
export function presentStreet(row: StreetRow): Street {
  const neighborhood = { name_uz: row.neighborhood_uz, name_ru: row.neighborhood_ru };
  return {
    id: row.id,
    neighborhood_id: row.neighborhood_id,
    neighborhood: { id: row.neighborhood_id, ...presentNames(neighborhood) },
    ...presentNames(row),
    ...presentRecord(row),
  };
}
