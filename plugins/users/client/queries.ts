import { recordDocument, recordsDocument } from '#kernel/plugin-api/client.ts';
import type { User } from '../contract.ts';

const fields = `first_name last_name father_name phone birthday passport_series passport_number personal_number
  is_fully_filled blocked createdAt`;

/** A page of citizens, their numbers masked. */
export const usersDocument = recordsDocument<User>({ type: 'User', path: 'users', fields });

/** One citizen in the clear; each read is written to the audit log. */
export const userDocument = recordDocument<User>({ type: 'User', path: 'users', fields });
