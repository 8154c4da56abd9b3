import { z } from 'zod';
import {
  anyone,
  CodedError,
  fail,
  sessionAdminSchema,
  sessionTimesSchema,
  signedIn,
} from '#kernel/contract/index.ts';
import {
  activityBodySchema,
  loginBodySchema,
  loginResponseSchema,
  passwordBodySchema,
} from '#kernel/identity/contract/account.ts';
import { route, type ApiRoute } from '#kernel/server/api/index.ts';
import { writeAudit } from '#kernel/server/audit/write-audit.ts';
import { changePassword, checkPasswordChange } from '../session/change-password.ts';
import { withFactor } from '../second-factor/proof.ts';
import { signOut } from '../session/end-sessions.ts';
import { recordActivity } from '../session/session-store.ts';
import { checkLogin } from '../session/sign-in.ts';
import type { AccountOptions } from './account-options.ts';
import { beginSession } from './begin-session.ts';
import { withStorageKey } from './storage-key.ts';

type Options = Pick<AccountOptions, 'account' | 'readAdmin'>;

/** `POST …/login`; no transaction is open during the slow password hash. */
export function loginRoute({ account, readAdmin }: Options): ApiRoute {
  return route({
    method: 'POST',
    path: `${account}/login`,
    summary: `Signs in with login and password; an admin with a second factor gets a ticket for ${account}/login/code`,
    access: anyone,
    body: loginBodySchema,
    response: loginResponseSchema,
    transaction: false,
    async handle({ database, body, address, userAgent, sessionId, audit, context }) {
      const checked = await checkLogin(context, { ...body, address }).catch(async (error: unknown) => {
        if (error instanceof CodedError && error.code === 'wrong_login') {
          await audit({ action: `${account}.login.refuse`, subjectType: 'admin', subjectId: null });
        }
        throw error;
      });
      const origin = { address, userAgent, action: `${account}.login`, former: sessionId };
      const result = await context.transaction((effects) => beginSession(effects.database, checked, origin));
      if ('second_factor' in result) return { data: result };
      const admin = await readAdmin(database, checked.adminId);
      if (!admin) throw fail('wrong_login');
      return { data: { admin: withStorageKey(context, admin), token: result.token } };
    },
  });
}

/** `GET …/admin`. */
export function sessionRoute({ account, readAdmin }: Options): ApiRoute {
  return route({
    method: 'GET',
    path: `${account}/admin`,
    summary: 'The admin of the session',
    access: signedIn,
    response: sessionAdminSchema,
    async handle({ database, viewer, context }) {
      const admin = await readAdmin(database, viewer.id);
      if (!admin) throw fail('unauthenticated');
      return withStorageKey(context, admin);
    },
  });
}

/** `POST …/admin/activity` (beyond the specification): like the socket event `active`, for a client without a socket. */
export function activityRoute({ account }: Options): ApiRoute {
  return route({
    method: 'POST',
    path: `${account}/admin/activity`,
    summary: 'Reports that the user is active, or returns how long the session lasts',
    access: signedIn,
    body: activityBodySchema,
    response: sessionTimesSchema,
    // One idempotent statement.
    transaction: false,
    async handle({ database, sessionId, body }) {
      const times = await recordActivity(database, sessionId, body.active);
      if (!times) throw fail('unauthenticated');
      return times;
    },
  });
}

/** `POST …/logout`. */
export function logoutRoute({ account }: Options): ApiRoute {
  return route({
    method: 'POST',
    path: `${account}/logout`,
    summary: 'Ends the session',
    access: signedIn,
    response: z.object({}),
    async handle({ database, viewer, sessionId, audit }) {
      await signOut(database, sessionId);
      await audit({ action: `${account}.logout`, subjectType: 'admin', subjectId: viewer.id });
      return {};
    },
  });
}

/** `PUT …/admin/password`: ends all other sessions of the admin. */
export function passwordRoute({ account }: Options): ApiRoute {
  return route({
    method: 'PUT',
    path: `${account}/admin/password`,
    summary: 'Changes the user’s password; requires a code or a passkey if they have a second factor',
    access: signedIn,
    body: passwordBodySchema,
    response: z.object({}),
    transaction: false,
    async handle({ viewer, sessionId, address, origin, body, context }) {
      const checked = await checkPasswordChange(context, {
        adminId: viewer.id,
        sessionId,
        oldPassword: body.old_password,
        password: body.password,
      });
      await withFactor(context, viewer.id, { ...body, sessionId, origin }, async ({ database }) => {
        await changePassword(database, checked);
        const actor = { adminId: viewer.id, sessionId, address };
        const entry = { action: `${account}.password.change`, subjectType: 'admin', subjectId: viewer.id };
        await writeAudit(database, actor, { ...entry, details: { fields: ['password'] } });
      });
      return {};
    },
  });
}
