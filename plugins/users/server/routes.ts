import { sql } from 'kysely';
import { z } from 'zod';
import { allOf, fail, idParamSchema, pageOf, superAdmin } from '#kernel/plugin-api/contract.ts';
import { assertVersion, routesOf } from '#kernel/plugin-api/server.ts';
import {
  blockQuerySchema,
  citizenSchema,
  lookupQuerySchema,
  userListQuerySchema,
  userPageSchema,
  userSchema,
  type Citizen,
} from '../contract.ts';
import { users } from '../manifest.ts';
import { presentMasked, presentUser } from './presenter.ts';
import { readList } from './store/list.ts';
import { findUser, setBlocked } from './store/rows.ts';

const route = routesOf(users);
const params = z.object({ id: idParamSchema });

/** `GET users`. */
export const list = route({
  method: 'GET',
  path: 'users',
  summary: 'The registered citizens, newest first unless asked, their numbers hidden',
  access: superAdmin,
  query: userListQuerySchema,
  response: userPageSchema,
  async handle({ database, query }) {
    const { page, limit, search, blocked, is_fully_filled: filled } = query;
    const sortBy = query.sort_by ?? 'createdAt';
    const { rows, length, capped, orderCapped } = await readList(database, {
      page,
      limit,
      search,
      blocked: blocked && blocked === 'true',
      filled: filled && filled === 'true',
      sortBy,
      direction: query.sort_order ?? (sortBy === 'createdAt' ? 'desc' : 'asc'),
    });
    return pageOf(rows.map(presentMasked), { page, limit, length, capped, orderCapped });
  },
});

/** `GET users/:id`. */
export const detail = route({
  method: 'GET',
  path: 'users/:id',
  summary: 'One registered citizen in the clear, which is written to the audit log',
  access: superAdmin,
  params,
  response: userSchema,
  async handle({ database, params: { id }, audit }) {
    const found = await findUser(database, id);
    if (!found) throw fail('not_found');
    const details = { fields: Object.keys(userSchema.shape) };
    await audit({ action: 'users.read', subjectType: 'user', subjectId: id, details });
    return presentUser(found);
  },
});

/** `PUT users/user/:id/block?blocked=`. */
export const block = route({
  method: 'PUT',
  path: 'users/user/:id/block',
  summary: 'Blocks a citizen, or lets him in again',
  access: superAdmin,
  params,
  query: blockQuerySchema,
  versioned: true,
  response: userSchema,
  async handle(call) {
    const { database, audit, emit } = call;
    const { id } = call.params;
    const found = await findUser(database, id, { lock: true });
    if (!found) throw fail('not_found');
    const before = presentMasked(found);
    assertVersion(call, before);
    const blocked = call.query.blocked === 'true';
    // Of two who press at once the second finds it done.
    if (blocked === before.blocked) return before;
    const written = await setBlocked(database, id, blocked);
    if (!written) throw fail('not_found');
    const action = blocked ? 'users.block' : 'users.unblock';
    await audit({ action, subjectType: 'user', subjectId: id, details: { fields: ['blocked'] } });
    emit('user_change', { id, change: 'updated' });
    return presentMasked(written);
  },
});

/** `GET users/lookup?personal_number=`: the accept form's fetch-data button. */
export const lookup = route({
  method: 'GET',
  path: 'users/lookup',
  summary: 'The registered citizen of a JSHSHIR',
  access: allOf('application_receiver'),
  query: lookupQuerySchema,
  response: citizenSchema,
  async handle({ database, query, audit }) {
    const { rows } = await sql<Citizen>`
      select id, first_name, last_name, father_name, phone, birthday, passport_series, passport_number, personal_number
      from users where personal_number = ${query.personal_number}`.execute(database);
    const [citizen] = rows;
    if (!citizen) throw fail('not_found');
    // Personal data leaves in the clear: who has looked can be asked.
    await audit({
      action: 'users.lookup',
      subjectType: 'user',
      subjectId: citizen.id,
      details: { fields: Object.keys(citizenSchema.shape) },
    });
    return citizen;
  },
});
