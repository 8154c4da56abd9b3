import type { FastifyReply, FastifyRequest } from 'fastify';
import { allows, fail, type Access } from '#kernel/contract/index.ts';
import { networkOf } from '../../concurrency/network-of.ts';
import type { Session, Sessions } from '../../services/ports.ts';
import type { MountedRoute } from './call.ts';

/** The data of a request that identify its caller. */
export interface RequestCaller {
  readonly token: string | undefined;
  readonly address: string;
}

/** The caller of a request: its token, and the address from which it comes. */
export function callerOf({
  headers,
  ip,
}: {
  readonly headers: { readonly authorization?: string | undefined };
  readonly ip: string;
}): RequestCaller {
  return { token: headers.authorization, address: ip };
}

/**
 * Finds the session of a token and checks it against an access declaration: the one gate of calls and files, and, by the same
 * {@link allows}, of sockets. Throws 401 or 403.
 */
export async function authorize(
  sessions: Sessions,
  caller: RequestCaller,
  access: Access,
): Promise<Session | null> {
  const session = await findSession(sessions, caller);
  assertAccess(session, access);
  return session;
}

/** A body that takes longer, in milliseconds, is authorized again when it has arrived. */
const quickBodyMs = 1000;

/**
 * Authorizes a request once more, when its body has arrived: over a slow line that takes minutes, in which its session may have ended or
 * its admin lost the right. Omitted for a body without files that was there at once, since it costs a statement.
 */
export async function authorizeAgain(
  { services: { sessions }, route: { access, upload } }: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!upload && reply.elapsedTime < quickBodyMs) return;
  request.session = await authorize(sessions, callerOf(request), access);
}

/** The session of a token, with the rights that it has now; null if there is none. */
export async function findSession(
  sessions: Sessions,
  { token, address }: RequestCaller,
): Promise<Session | null> {
  const found = token === undefined || token === '' ? null : await sessions.find(token, networkOf(address));
  return found && restrict(found);
}

/** Throws 401 where a session is needed, and 403 where its rights do not do. */
export function assertAccess(session: Session | null, access: Access): void {
  if (access.rule === 'anyone') return;
  if (!session) throw fail('unauthenticated');
  if (!allows(access, session.viewer)) throw fail('forbidden');
}

/** False while the admin has yet to change the first password or to set up a required second factor. */
export function isFullSession({ mustChangePassword, mustAddFactor }: Session): boolean {
  return !mustChangePassword && !mustAddFactor;
}

/** Until a session is full, its viewer has no rights and no neighborhoods, and can only look after their own account. */
function restrict(session: Session): Session {
  if (isFullSession(session)) return session;
  return {
    ...session,
    viewer: { id: session.viewer.id, role: 'admin', permissions: [], neighborhoodIds: [] },
  };
}
