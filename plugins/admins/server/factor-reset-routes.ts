import { z } from 'zod';
import {
  ownProofBodySchema,
  fail,
  idParamSchema,
  noticeHook,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';
import {
  requestFactorReset,
  confirmFactorReset,
  hasFactor,
  listFactorResets,
  listSuperAdmins,
  readAdminNames,
  routesOf,
  withdrawFactorReset,
  withProof,
  writeAudit,
} from '#kernel/plugin-api/server.ts';
import { factorResetBodySchema, factorResetListSchema } from '../contract.ts';
import { admins } from '../manifest.ts';
import { codedError } from './core/errors.ts';
import { findAdmin } from './store/admins.ts';

const route = routesOf(admins);
const params = z.object({ id: idParamSchema });

/** `GET admins/factor-resets` (beyond the specification). */
export const factorResets = route({
  method: 'GET',
  path: 'admins/factor-resets',
  summary: 'The requests to remove second factors that another super admin has to confirm',
  access: superAdmin,
  response: factorResetListSchema,
  async handle({ database, viewer }) {
    const waiting = await listFactorResets(database);
    const names = await readAdminNames(
      database,
      waiting.flatMap(({ adminId, requestedBy }) => [adminId, requestedBy]),
    );
    return {
      items: waiting.map(({ adminId, requestedBy, reason, askedAt, expiresAt }) => ({
        id: adminId,
        name: names.get(adminId) ?? '',
        requested_by: names.get(requestedBy) ?? '',
        reason,
        askedAt,
        expiresAt,
        own: requestedBy === viewer.id,
      })),
    };
  },
});

/** `POST admins/:id/factor-reset` (beyond the specification): for an admin who has lost every second factor. */
export const requestReset = route({
  method: 'POST',
  path: 'admins/:id/factor-reset',
  summary: 'Requests the removal of all second factors of another admin; another super admin confirms it',
  access: superAdmin,
  params,
  body: factorResetBodySchema,
  response: z.object({}),
  errors: {
    409: 'It is the user’s own account, the admin has no second factor, or there is an open request already.',
  },
  async handle({ database, params: { id }, body: { reason }, viewer, audit, hooks, emit }) {
    if (id === viewer.id) throw codedError('own_account');
    const admin = await findAdmin(database, id, { lock: true });
    if (!admin) throw fail('not_found');
    if (!(await hasFactor(database, id))) throw fail('factor_off');
    if (!(await requestFactorReset(database, { adminId: id, requestedBy: viewer.id, reason })))
      throw codedError('reset_pending');
    await audit({
      action: 'admins.factor_reset.ask',
      subjectType: 'admin',
      subjectId: id,
      details: { reason },
    });
    const by = (await readAdminNames(database, [viewer.id])).get(viewer.id) ?? '';
    const name = `${admin.last_name} ${admin.first_name}`;
    await hooks.call(noticeHook, { type: 'own_reset_asked', payload: { by }, audience: { adminIds: [id] } });
    const others = (await listSuperAdmins(database)).filter((one) => one !== id);
    await hooks.call(noticeHook, {
      type: 'reset_asked',
      payload: { by, name },
      audience: { adminIds: others, exceptAdminId: viewer.id },
    });
    emit('admin_change', { id, change: 'updated' });
    return {};
  },
});

/** `POST admins/:id/factor-reset/confirmation` (beyond the specification): by another super admin, with their own second factor. */
export const confirmReset = route({
  method: 'POST',
  path: 'admins/:id/factor-reset/confirmation',
  summary:
    'Removes all second factors of an admin, as another super admin requested; requires a proof of the user’s own',
  access: superAdmin,
  params,
  body: ownProofBodySchema,
  response: z.object({}),
  errors: {
    409: 'There is no open request, or the user requested it, is the admin, or their account is newer than the request.',
  },
  transaction: false,
  async handle({ viewer, params: { id }, body, sessionId, origin, address, context }) {
    if (!(await findAdmin(context.database, id))) throw fail('not_found');
    if (!(await hasFactor(context.database, viewer.id))) throw codedError('reset_needs_factor');
    await withProof(context, viewer.id, { ...body, sessionId, origin }, async ({ database, hooks, emit }) => {
      const done = await confirmFactorReset(database, { adminId: id, confirmedBy: viewer.id });
      if (done === 'none') throw fail('not_found');
      if (typeof done === 'string') throw codedError(done === 'own_account' ? done : `reset_${done}`);
      const details = { requested_by: done.requestedBy, reason: done.reason };
      await writeAudit(
        database,
        { adminId: viewer.id, sessionId, address },
        { action: 'admins.second_factor.reset', subjectType: 'admin', subjectId: id, details },
      );
      const names = await readAdminNames(database, [viewer.id, done.requestedBy]);
      const payload = { by: names.get(viewer.id) ?? '', asked: names.get(done.requestedBy) ?? '' };
      await hooks.call(noticeHook, { type: 'own_reset_done', payload, audience: { adminIds: [id] } });
      emit('admin_change', { id, change: 'updated' });
    });
    return {};
  },
});

/** `DELETE admins/:id/factor-reset` (beyond the specification). */
export const withdrawReset = route({
  method: 'DELETE',
  path: 'admins/:id/factor-reset',
  summary: 'Withdraws the request to remove the second factors of an admin',
  access: superAdmin,
  params,
  response: z.object({}),
  async handle({ database, params: { id }, audit, emit }) {
    if (!(await withdrawFactorReset(database, id))) throw fail('not_found');
    await audit({ action: 'admins.factor_reset.withdraw', subjectType: 'admin', subjectId: id });
    emit('admin_change', { id, change: 'updated' });
    return {};
  },
});
