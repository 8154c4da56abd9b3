import { z } from 'zod';
import { fail, idParamSchema, signInListSchema, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  endAdminSession,
  endAdminSessions,
  setFirstPassword,
  listSessions,
  presentSession,
  randomPassword,
  routesOf,
  writeAudit,
} from '#kernel/plugin-api/server.ts';
import { firstPasswordSchema } from '../contract.ts';
import { admins } from '../manifest.ts';
import { codedError } from './core/errors.ts';
import { findAdmin } from './store/admins.ts';

const route = routesOf(admins);
const params = z.object({ id: idParamSchema });
const sessionParams = z.object({ id: idParamSchema, session: idParamSchema });
const ended = z.object({ ended: z.int() });

/** `GET admins/:id/sessions` (beyond the specification). */
export const signIns = route({
  method: 'GET',
  path: 'admins/:id/sessions',
  summary: 'The active sessions of an admin',
  access: superAdmin,
  params,
  response: signInListSchema,
  async handle({ database, params: { id }, sessionId }) {
    if (!(await findAdmin(database, id))) throw fail('not_found');
    return { items: (await listSessions(database, id)).map((row) => presentSession(row, sessionId)) };
  },
});

/** `DELETE admins/:id/sessions/:session` (beyond the specification). */
export const endSignIn = route({
  method: 'DELETE',
  path: 'admins/:id/sessions/:session',
  summary: 'Ends a session of an admin',
  access: superAdmin,
  params: sessionParams,
  response: ended,
  async handle({ database, params: { id, session }, audit }) {
    if (!(await endAdminSession(database, id, session))) throw fail('not_found');
    await audit({ action: 'admins.session.end', subjectType: 'admin', subjectId: id });
    return { ended: 1 };
  },
});

/**
 * `DELETE admins/:id/sessions` (beyond the specification): all sessions; for the user's own account, all except the calling one.
 */
export const endSignIns = route({
  method: 'DELETE',
  path: 'admins/:id/sessions',
  summary: 'Ends the sessions of an admin',
  access: superAdmin,
  params,
  response: ended,
  async handle({ database, params: { id }, viewer, sessionId, audit }) {
    if (!(await findAdmin(database, id))) throw fail('not_found');
    const exceptSessionId = id === viewer.id ? sessionId : null;
    const count = await endAdminSessions(database, [id], { reason: 'ended', exceptSessionId });
    await audit({ action: 'admins.sessions.end', subjectType: 'admin', subjectId: id, details: { count } });
    return { ended: count };
  },
});

/**
 * `PUT admins/:id/password` (beyond the specification): sets a first password, which is shown only once. The response is not
 * stored for repeated requests, since the database would then contain it in plain text; a repeated request
 * sets another password.
 */
export const resetPassword = route({
  method: 'PUT',
  path: 'admins/:id/password',
  summary: 'Sets an admin’s first password, to be replaced at the first sign-in',
  access: superAdmin,
  params,
  response: firstPasswordSchema,
  transaction: false,
  async handle({ database, params: { id }, viewer, sessionId, address, context }) {
    if (id === viewer.id) throw codedError('own_account');
    if (!(await findAdmin(database, id))) throw fail('not_found');
    const password = randomPassword();
    const passwordHash = await context.passwords.hash(password);
    await context.transaction(async (effects) => {
      const found = await findAdmin(effects.database, id, { lock: true });
      if (!found) throw fail('not_found');
      await setFirstPassword(effects.database, id, passwordHash);
      await endAdminSessions(effects.database, [id], { reason: 'password' });
      const actor = { adminId: viewer.id, sessionId, address };
      await writeAudit(effects.database, actor, {
        action: 'admins.password.reset',
        subjectType: 'admin',
        subjectId: id,
      });
      effects.emit('admin_change', { id, change: 'updated' });
    });
    return { password };
  },
});
