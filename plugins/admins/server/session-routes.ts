import { z } from 'zod';
import { anyone, CodedError, fail, sessionAdminSchema, signedIn } from '#kernel/plugin-api/contract.ts';
import {
  changePassword,
  checkLogin,
  checkPasswordChange,
  hasFactor,
  issueTicket,
  route,
  signIn,
  signOut,
  writeAudit,
} from '#kernel/plugin-api/server.ts';
import { loginResponseSchema, loginBodySchema, passwordBodySchema } from '../contract.ts';
import { presentSecondStep, presentSessionAdmin } from './presenter.ts';
import { findSessionAdmin } from './store/session-admin.ts';

/** `POST admins/login`; hashing takes its time, so no transaction is open meanwhile. */
export const login = route({
  method: 'POST',
  path: 'admins/login',
  summary:
    'Signs in with login and password; whoever has a second factor gets a ticket for admins/login/code',
  access: anyone,
  body: loginBodySchema,
  response: loginResponseSchema,
  transaction: false,
  async handle({ database, body, address, userAgent, audit, context }) {
    const checked = await checkLogin(context, { ...body, address }).catch(async (error: unknown) => {
      if (error instanceof CodedError && error.code === 'wrong_login') {
        await audit({ action: 'admins.login.refuse', subjectType: 'admin', subjectId: null });
      }
      throw error;
    });
    const { adminId } = checked;
    if (await hasFactor(database, adminId)) return presentSecondStep(await issueTicket(database, adminId));
    const { token } = await context.transaction(async (effects) => {
      const opened = await signIn(effects.database, checked, { ...body, address, userAgent });
      const actor = { adminId, sessionId: opened.session.id, address };
      await writeAudit(effects.database, actor, {
        action: 'admins.login',
        subjectType: 'admin',
        subjectId: adminId,
      });
      return opened;
    });
    const admin = await findSessionAdmin(database, adminId);
    if (!admin) throw fail('wrong_login');
    return { data: { admin: presentSessionAdmin(admin), token } };
  },
});

/** `GET admins/admin`. */
export const session = route({
  method: 'GET',
  path: 'admins/admin',
  summary: 'The admin of the session',
  access: signedIn,
  response: sessionAdminSchema,
  async handle({ database, viewer }) {
    const admin = await findSessionAdmin(database, viewer.id);
    if (!admin) throw fail('unauthenticated');
    return presentSessionAdmin(admin);
  },
});

/** `POST admins/logout`. */
export const logout = route({
  method: 'POST',
  path: 'admins/logout',
  summary: 'Ends the session',
  access: signedIn,
  response: z.object({}),
  async handle({ database, viewer, sessionId, audit }) {
    await signOut(database, sessionId);
    await audit({ action: 'admins.logout', subjectType: 'admin', subjectId: viewer.id });
    return {};
  },
});

/** `PUT admins/admin/password`: every other session of the admin ends with the old one. */
export const password = route({
  method: 'PUT',
  path: 'admins/admin/password',
  summary: 'Changes one’s own password',
  access: signedIn,
  body: passwordBodySchema,
  response: z.object({}),
  transaction: false,
  async handle({ viewer, sessionId, address, body, context }) {
    const checked = await checkPasswordChange(context, {
      adminId: viewer.id,
      sessionId,
      oldPassword: body.old_password,
      password: body.password,
    });
    await context.transaction(async (effects) => {
      await changePassword(effects.database, checked);
      await writeAudit(
        effects.database,
        { adminId: viewer.id, sessionId, address },
        {
          action: 'admins.password.change',
          subjectType: 'admin',
          subjectId: viewer.id,
          details: { fields: ['password'] },
        },
      );
    });
    return {};
  },
});
