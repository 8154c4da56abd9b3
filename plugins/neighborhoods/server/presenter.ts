import { presentNames, presentRecord } from '#kernel/records/server/crud/index.ts';
import type { Neighborhood, ReceiverOption } from '../contract.ts';
import type { ReceiverRow } from './receivers.ts';
import type { NeighborhoodRow } from './store.ts';

/** A neighbourhood as the list shows it. */
export function presentNeighborhood(row: NeighborhoodRow): Neighborhood {
  return { id: row.id, ...presentNames(row), coords: row.coords, color: row.color, ...presentRecord(row) };
}

/** An admin who may receive a forwarded task. */
export function presentReceiver(row: ReceiverRow): ReceiverOption {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    father_name: row.father_name,
    role: { uz: { name: row.role_uz }, ru: { name: row.role_ru } },
  };
}
