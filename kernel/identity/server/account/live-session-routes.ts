import { z } from 'zod';
import { fail, idParamSchema, signedIn } from '#kernel/contract/index.ts';
import { signInListSchema, type SignIn } from '#kernel/identity/contract/account.ts';
import { route, type ApiRoute } from '#kernel/server/api/index.ts';
import { endAdminSession, endAdminSessions } from '../session/end-sessions.ts';
import { listSessions, type LiveSession } from '../people/live-sessions.ts';
import type { AccountOptions } from './account-options.ts';
import { readDevice } from './device.ts';

type Options = Pick<AccountOptions, 'account'>;

const ended = z.object({ ended: z.int() });

/** Presents an active session to its owner; `sessionId` is the caller's session. */
export function presentSession(row: LiveSession, sessionId: number): SignIn {
  return {
    id: row.id,
    address: row.address,
    device: readDevice(row.user_agent),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    current: row.id === sessionId,
  };
}

/** `GET …/admin/sessions` (beyond the specification). */
export function ownSessionsRoute({ account }: Options): ApiRoute {
  return route({
    method: 'GET',
    path: `${account}/admin/sessions`,
    summary: 'The user’s active sessions',
    access: signedIn,
    response: signInListSchema,
    async handle({ database, viewer, sessionId }) {
      return {
        items: (await listSessions(database, viewer.id)).map((row) => presentSession(row, sessionId)),
      };
    },
  });
}

/** `DELETE …/admin/sessions/:session` (beyond the specification). */
export function endOwnSessionRoute({ account }: Options): ApiRoute {
  return route({
    method: 'DELETE',
    path: `${account}/admin/sessions/:session`,
    summary: 'Ends one of the user’s sessions',
    access: signedIn,
    params: z.object({ session: idParamSchema }),
    response: ended,
    async handle({ database, viewer, params: { session }, audit }) {
      if (!(await endAdminSession(database, viewer.id, session))) throw fail('not_found');
      await audit({ action: `${account}.session.end`, subjectType: 'admin', subjectId: viewer.id });
      return { ended: 1 };
    },
  });
}

/** `DELETE …/admin/sessions` (beyond the specification): ends all sessions except the caller's. */
export function endOwnSessionsRoute({ account }: Options): ApiRoute {
  return route({
    method: 'DELETE',
    path: `${account}/admin/sessions`,
    summary: 'Ends all sessions of the user except the calling one',
    access: signedIn,
    response: ended,
    async handle({ database, viewer, sessionId, audit }) {
      const count = await endAdminSessions(database, [viewer.id], {
        reason: 'ended',
        exceptSessionId: sessionId,
      });
      const details = { count };
      await audit({ action: `${account}.sessions.end`, subjectType: 'admin', subjectId: viewer.id, details });
      return { ended: count };
    },
  });
}
