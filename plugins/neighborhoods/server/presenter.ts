import type { Option } from '#kernel/contract/index.ts';
import type { NeighborhoodDetail, NeighborhoodItem, ReceiverOption } from '../contract.ts';
import type { ItemRow, NeighborhoodRow, OptionRow, ReceiverRow } from './store.ts';

/** A neighbourhood in a select. */
export function presentOption({ id, name_uz, name_ru }: OptionRow): Option {
  return { id, uz: { name: name_uz }, ru: { name: name_ru } };
}

/** A neighbourhood in the list of super admins. */
export function presentItem(row: ItemRow): NeighborhoodItem {
  return {
    ...presentDetail(row),
    author: row.author,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A neighbourhood by itself. */
export function presentDetail(row: NeighborhoodRow, receivers?: readonly ReceiverRow[]): NeighborhoodDetail {
  return {
    ...presentOption(row),
    coords: row.coords,
    color: row.color,
    ...(receivers ? { users: receivers.map(presentReceiver) } : {}),
  };
}

function presentReceiver(row: ReceiverRow): ReceiverOption {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    father_name: row.father_name,
    role: { uz: { name: row.role_uz }, ru: { name: row.role_ru } },
  };
}
