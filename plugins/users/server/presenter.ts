import { maskJshshir, maskPassport } from '#kernel/domain/text/index.ts';
import type { User } from '../contract.ts';
import type { UserRow } from './store/rows.ts';

/** A citizen in the clear: whoever reads this is in the audit log. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    father_name: row.father_name,
    phone: row.phone,
    birthday: row.birthday,
    passport_series: row.passport_series,
    passport_number: row.passport_number,
    personal_number: row.personal_number,
    is_fully_filled: row.is_fully_filled,
    blocked: row.blocked,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A citizen as the list shows him, with his numbers hidden. */
export function presentMasked(row: UserRow): User {
  return {
    ...presentUser(row),
    passport_number: row.passport_number === null ? null : maskPassport('', row.passport_number),
    personal_number: maskJshshir(row.personal_number),
  };
}
