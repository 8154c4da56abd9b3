import { z } from 'zod';
import { fail, idParamSchema, removalHook, superAdmin } from '#kernel/plugin-api/contract.ts';
import { assertVersion, type Database, routesOf } from '#kernel/plugin-api/server.ts';
import { checkJshshir, parsePhone } from '#kernel/domain/text/index.ts';
import {
  citizenMergeHook,
  citizenSplitHook,
  mergeBodySchema,
  mergePreviewSchema,
  similarListSchema,
  similarQuerySchema,
  user,
  type User,
} from '../contract.ts';
import { users } from '../manifest.ts';
import { codedError } from './core/errors.ts';
import { findSimilar } from './similar/find-similar.ts';
import { lockBoth, lockMerge, undoMerge, writeMerge } from './store/merge.ts';
import { store } from './store/user-store.ts';

const route = routesOf(users);
const params = z.object({ id: idParamSchema });

/** `GET users/similar?first_name=…`. */
export const similarTo = route({
  method: 'GET',
  path: 'users/similar',
  summary: 'Citizens similar to the data of an unfinished form',
  access: superAdmin,
  query: similarQuerySchema,
  response: similarListSchema,
  async handle({ database, query: { except, birthday, ...typed } }) {
    const number = typed.personal_number === '' ? null : typed.personal_number;
    const check = checkJshshir(number ?? '');
    const person = {
      ...typed,
      phone: parsePhone(typed.phone),
      passport_series: typed.passport_series.toUpperCase() || null,
      passport_number: typed.passport_number || null,
      personal_number: number,
      birthday: birthday ?? ('birthday' in check ? check.birthday : null),
    };
    return present(await findSimilar(database, person, except ?? null));
  },
});

/** `GET users/:id/similar`. */
export const similar = route({
  method: 'GET',
  path: 'users/:id/similar',
  summary: 'Citizens who may be the same person, the most similar first',
  access: superAdmin,
  params,
  response: similarListSchema,
  async handle({ database, params: { id } }) {
    const found = await store.find(database, id);
    if (!found) throw fail('not_found');
    return present(await findSimilar(database, found, id));
  },
});

/** `GET users/:id/merge/:other`. */
export const preview = route({
  method: 'GET',
  path: 'users/:id/merge/:other',
  summary: 'Two citizens with unmasked numbers, to compare before a merge; both reads are audited',
  access: superAdmin,
  params: params.extend({ other: idParamSchema }),
  response: mergePreviewSchema,
  clear: 'users.read',
  async handle({ database, params: { id, other }, audit, hooks }) {
    const [remaining, merged] = await readBoth(database, id, other);
    for (const subjectId of [id, other]) {
      const details = { fields: Object.keys(user.schema.shape) };
      await audit({ action: 'users.read', subjectType: 'user', subjectId, details });
    }
    const uses: Record<string, number> = {};
    await hooks.call(removalHook, {
      subject: 'users.user',
      id: other,
      uses(plugin, count) {
        uses[plugin] = (uses[plugin] ?? 0) + count;
      },
    });
    return { remaining, merged, uses };
  },
});

/** `POST users/:id/merges`. */
export const merge = route({
  method: 'POST',
  path: 'users/:id/merges',
  summary: 'Merges another citizen into this one; it can be undone',
  access: superAdmin,
  params,
  body: mergeBodySchema,
  response: user.schema,
  status: 201,
  async handle({ database, viewer, params: { id }, body, audit, emit, hooks }) {
    const { merged_id: mergedId, take } = body;
    await lockBoth(database, [id, mergedId]);
    const [remaining, merged] = await readBoth(database, id, mergedId);
    // The displayed versions must still be current.
    assertVersion({ version: body.remaining_version }, remaining);
    assertVersion({ version: body.merged_version }, merged);
    const moved: Record<string, readonly number[]> = {};
    const unmoved: Record<string, readonly number[]> = {};
    await hooks.call(citizenMergeHook, {
      remainingId: id,
      mergedId,
      moved(plugin, ids) {
        moved[plugin] = [...(moved[plugin] ?? []), ...ids];
      },
      unmoved(plugin, ids) {
        unmoved[plugin] = [...(unmoved[plugin] ?? []), ...ids];
      },
    });
    const mergeId = await writeMerge(database, {
      remainingId: id,
      mergedId,
      take,
      moved,
      unmoved,
      authorId: viewer.id,
    });
    const details = { merge: mergeId, merged: mergedId, fields: take };
    await audit({ action: 'users.merge', subjectType: 'user', subjectId: id, details });
    emit('user_change', { id, change: 'updated' });
    emit('user_change', { id: mergedId, change: 'deleted' });
    const written = await store.find(database, id);
    if (!written) throw fail('not_found');
    return written;
  },
});

/** `POST users/merges/:id/undo`. */
export const undo = route({
  method: 'POST',
  path: 'users/merges/:id/undo',
  summary: 'Undoes a merge of two citizens',
  access: superAdmin,
  params,
  response: user.schema,
  async handle({ database, viewer, params: { id }, audit, emit, hooks }) {
    const found = await lockMerge(database, id);
    if (!found) throw fail('not_found');
    if (!found.untouched) throw codedError('merge_changed');
    if (found.taken) throw codedError('merge_number_taken');
    const { remaining_id: remainingId, merged_id: mergedId, moved, unmoved, created_at: since } = found;
    await undoMerge(database, found, viewer.id);
    await hooks.call(citizenSplitHook, { remainingId, mergedId, moved, unmoved, since });
    const details = { merge: id, merged: mergedId };
    await audit({ action: 'users.merge.undo', subjectType: 'user', subjectId: remainingId, details });
    emit('user_change', { id: remainingId, change: 'updated' });
    emit('user_change', { id: mergedId, change: 'created' });
    const written = await store.find(database, remainingId);
    if (!written) throw fail('not_found');
    return written;
  },
});

async function readBoth(database: Database, id: number, other: number): Promise<[User, User]> {
  const remaining = await store.find(database, id);
  const merged = await store.find(database, other);
  if (!remaining || !merged) throw fail('not_found');
  if (id === other) throw codedError('merge_self');
  return [remaining, merged];
}

function present(found: Awaited<ReturnType<typeof findSimilar>>) {
  return { items: found.map(({ user: one, common }) => ({ user: one, common: [...common] })) };
}
