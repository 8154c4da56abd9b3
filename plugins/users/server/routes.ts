import { sql } from 'kysely';
import { z } from 'zod';
import { allOf, fail, idParamSchema, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  assertVersion,
  orderOf,
  readOnlyRoutes,
  releaseAttempts,
  reserveAttempt,
  routesOf,
} from '#kernel/plugin-api/server.ts';
import { maskJshshir, maskPassport } from '#kernel/domain/text/index.ts';
import {
  blockQuerySchema,
  citizenSchema,
  lookupQuerySchema,
  user,
  type Citizen,
  type User,
} from '../contract.ts';
import { users } from '../manifest.ts';
import { readList } from './store/list.ts';
import { setBlocked, store } from './store/user-store.ts';

const route = routesOf(users);
const params = z.object({ id: idParamSchema });

/** `GET users` and `GET users/:id`. */
export const reads = readOnlyRoutes(users, user, {
  store,
  readPage: (database, { page, limit, search, blocked, is_fully_filled: filled, ...order }) =>
    readList(database, {
      page,
      limit,
      search,
      blocked: blocked && blocked === 'true',
      filled: filled && filled === 'true',
      ...orderOf(order),
    }),
  listed: masked,
});

/** `PUT users/user/:id/block?blocked=`. */
export const block = route({
  method: 'PUT',
  path: 'users/user/:id/block',
  summary: 'Blocks or unblocks a citizen',
  access: superAdmin,
  params,
  query: blockQuerySchema,
  versioned: true,
  response: user.schema,
  async handle(call) {
    const { database, audit, emit } = call;
    const { id } = call.params;
    const found = await store.find(database, id, { lock: true });
    if (!found) throw fail('not_found');
    const before = masked(found);
    assertVersion(call, before);
    const blocked = call.query.blocked === 'true';
    // Of two who press at once the second finds it done.
    if (blocked === before.blocked) return before;
    const written = await setBlocked(database, id, blocked);
    if (!written) throw fail('not_found');
    const action = blocked ? 'users.block' : 'users.unblock';
    await audit({ action, subjectType: 'user', subjectId: id, details: { fields: ['blocked'] } });
    emit('user_change', { id, change: 'updated' });
    return masked(written);
  },
});

/** Lookups that one admin has within a quarter of an hour, and those of them that may find nobody. */
const lookupLimits = { all: 150, missed: 20 };

/** `GET users/lookup?personal_number=`: the accept form's fetch-data button. */
export const lookup = route({
  method: 'GET',
  path: 'users/lookup',
  summary: 'The registered citizen of a JSHSHIR',
  access: allOf('application_receiver'),
  query: lookupQuerySchema,
  response: citizenSchema,
  async handle({ database, viewer, query, audit }) {
    // Numbers could be tried one after the other, so few are found, and fewer are missed.
    await reserveAttempt(database, `lookups of ${viewer.id}`, lookupLimits.all);
    const attempt = await reserveAttempt(database, `missed lookups of ${viewer.id}`, lookupLimits.missed);
    const { rows } = await sql<Citizen>`
      select id, first_name, last_name, father_name, phone, birthday, passport_series, passport_number, personal_number
      from users where personal_number = ${query.personal_number}`.execute(database);
    const [citizen] = rows;
    if (!citizen) {
      await audit({ action: 'users.lookup.miss', subjectType: 'user', subjectId: null });
      throw fail('not_found');
    }
    await releaseAttempts(database, [attempt]);
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

/** A citizen with their numbers hidden, as the list shows them. */
function masked(citizen: User): User {
  const { passport_number, personal_number } = citizen;
  return {
    ...citizen,
    passport_number: passport_number === null ? null : maskPassport('', passport_number),
    personal_number: personal_number === null ? null : maskJshshir(personal_number),
  };
}
