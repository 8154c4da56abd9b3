import { z } from 'zod';
import { fail, idParamSchema, problemsOf, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  type ColumnValues,
  defineHistory,
  flagField,
  personalField,
  textField,
} from '#kernel/plugin-api/server.ts';
import { type CitizenBody, citizenBodySchema, type User } from '../contract.ts';
import { users } from '../manifest.ts';
import { changeCitizen, type CitizenCall, readCitizen } from './change-citizen.ts';
import { setBlocked } from './store/block.ts';

const personColumns = [
  'last_name',
  'first_name',
  'father_name',
  'phone',
  'birthday',
  'passport_series',
  'passport_number',
  'personal_number',
] as const;

/** The history of citizens. It is deleted with them, also when they are merged into another person. */
export const history = defineHistory(users, {
  tracked: { kind: 'user', table: 'users' },
  fields: [
    textField('last_name', 'users:fields.last_name'),
    textField('first_name', 'users:fields.first_name'),
    textField('father_name', 'users:fields.father_name'),
    personalField('phone', 'phone', 'users:fields.phone'),
    personalField('birthday', 'birthday', 'users:fields.birthday'),
    textField('passport_series', 'users:fields.passport_series'),
    personalField('passport', 'passport_number', 'users:fields.passport_number'),
    personalField('jshshir', 'personal_number', 'users:fields.personal_number'),
    flagField('blocked', 'users:state.true'),
    personalField('written', 'block_reason', 'users:blockReason'),
  ],
  path: 'users',
  access: superAdmin,
  id: idParamSchema,
  find: readCitizen,
  async restore(call, id, columns) {
    const isPerson = personColumns.some((column) => Object.hasOwn(columns, column));
    const isBlock = Object.hasOwn(columns, 'blocked') || Object.hasOwn(columns, 'block_reason');
    const change = { verb: 'restore', bodyOf: (before: User) => restoredBody(before, columns) };
    const changed = isPerson ? await changeCitizen(call, id, change) : null;
    if (isBlock) return restoreBlock(call, id, columns);
    return changed ?? readCitizen(call, id, { lock: false });
  },
});

/** A citizen with some earlier column values. */
function restoredBody(before: User, columns: ColumnValues): CitizenBody {
  const known: ColumnValues = { ...before, ...columns };
  const body = Object.fromEntries(personColumns.map((column) => [column, known[column]]));
  const read = citizenBodySchema.safeParse(body);
  if (!read.success) throw fail('invalid', { fields: problemsOf(read.error.issues) });
  return read.data;
}

const blockSchema = z.object({ blocked: z.boolean(), block_reason: z.string().nullable() }).partial();

/** Restores the block of a citizen, or unblocks them, in the name of the restoring admin. */
async function restoreBlock(call: CitizenCall, id: number, columns: ColumnValues): Promise<User> {
  const { database, viewer, audit, emit } = call;
  const before = await readCitizen(call, id, { lock: true });
  const { blocked = before.blocked, block_reason: reason = null } = blockSchema.parse(columns);
  const written = await setBlocked(database, id, { blocked, reason, authorId: viewer.id });
  if (!written) throw fail('not_found');
  const action = blocked ? 'users.block' : 'users.unblock';
  await audit({ action, subjectType: 'user', subjectId: id, details: { fields: ['blocked'] } });
  emit('user_change', { id, change: 'updated' });
  return written;
}
