import { z } from 'zod';
import { fail, idParamSchema, superAdmin } from '#kernel/plugin-api/contract.ts';
import { assertVersion, changeRoutesOf, routesOf } from '#kernel/plugin-api/server.ts';
import { blockBodySchema, blockQuerySchema, citizenBodySchema, user, userDetailSchema } from '../contract.ts';
import { users } from '../manifest.ts';
import { changeCitizen, ownerOf } from './change-citizen.ts';
import { numberTakenError } from './core/errors.ts';
import { readBlock, setBlocked } from './store/block.ts';
import { readMerges, survivorOf } from './store/merge.ts';
import { store } from './store/user-store.ts';
import { insertCitizen } from './store/write.ts';

const route = routesOf(users);
const params = z.object({ id: idParamSchema });

/** `GET users/:id`. */
export const detail = route({
  method: 'GET',
  path: 'users/:id',
  summary: user.calls.detail,
  access: superAdmin,
  params,
  response: userDetailSchema,
  clear: 'users.read',
  async handle({ database, params: { id }, audit }) {
    const found = await store.find(database, id);
    if (!found) throw fail('not_found', { beside: { merged_into: await survivorOf(database, id) } });
    const details = { fields: Object.keys(user.schema.shape) };
    await audit({ action: 'users.read', subjectType: 'user', subjectId: id, details });
    return { ...found, block: await readBlock(database, id), merges: await readMerges(database, id) };
  },
});

/** `POST users`. */
export const create = route({
  method: 'POST',
  path: 'users',
  summary: 'Registers a citizen; rejects a JSHSHIR that another citizen has',
  access: superAdmin,
  body: citizenBodySchema,
  response: user.schema,
  status: 201,
  async handle({ database, viewer, body, audit, emit }) {
    const id = await insertCitizen(database, body, viewer.id);
    if (id === null) throw numberTakenError(await ownerOf(database, body.personal_number));
    await audit({ action: 'users.create', subjectType: 'user', subjectId: id });
    emit('user_change', { id, change: 'created' });
    const written = await store.find(database, id);
    if (!written) throw fail('not_found');
    return written;
  },
});

/** `PUT users/:id`. */
export const update = changeRoutesOf(users, { path: 'users', access: superAdmin }).update({
  summary: 'Changes a citizen; applications keep the data with which they were submitted',
  body: citizenBodySchema,
  response: user.schema,
  change: changeCitizen,
});

/** `PUT users/user/:id/block?blocked=`. */
export const block = route({
  method: 'PUT',
  path: 'users/user/:id/block',
  summary: 'Blocks or unblocks a citizen, with a reason that staff see',
  access: superAdmin,
  params,
  query: blockQuerySchema,
  body: blockBodySchema.nullish(),
  versioned: true,
  response: user.schema,
  async handle(call) {
    const { database, viewer, body, audit, emit } = call;
    const { id } = call.params;
    const before = await store.find(database, id, { lock: true });
    if (!before) throw fail('not_found');
    assertVersion(call, before);
    const blocked = call.query.blocked === 'true';
    // Of two concurrent requests, the second finds it done.
    if (blocked === before.blocked) return before;
    const reason = body?.reason ?? null;
    const written = await setBlocked(database, id, { blocked, reason, authorId: viewer.id });
    if (!written) throw fail('not_found');
    const action = blocked ? 'users.block' : 'users.unblock';
    await audit({ action, subjectType: 'user', subjectId: id, details: { fields: ['blocked'] } });
    emit('user_change', { id, change: 'updated' });
    return written;
  },
});
