import type { FastifyReply, FastifyRequest } from 'fastify';
import { allows, fail, type Access } from '#kernel/contract/index.ts';
import { networkOf } from '../../concurrency/network-of.ts';
import type { Session, Sessions } from '../../services/ports.ts';
import type { MountedRoute } from './call.ts';

/** The parts of a request that identify its caller. */
export interface RequestCaller {
  readonly token: string | undefined;
  readonly address: string;
}

/** The caller of a request: its token and its address. */
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
 * Finds the session of a token and checks it against an access declaration: the single gate of calls and files; sockets
 * use the same {@link allows}. Throws 401 or 403.
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

/** Milliseconds after which a request is authorized again once its body has arrived. */
const quickBodyMs = 1000;

/**
 * Authorizes a request again when its body has arrived: on a slow connection this takes minutes, in which the session
 * may have ended or the admin lost the right. Skipped for a quick body without files, since it costs a statement.
 */
export async function authorizeAgain(
  { services: { sessions }, route: { access, upload } }: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!upload && reply.elapsedTime < quickBodyMs) return;
  request.session = await authorize(sessions, callerOf(request), access);
}

/** The session of a token, with its current rights; null if there is none. */
export async function findSession(
  sessions: Sessions,
  { token, address }: RequestCaller,
): Promise<Session | null> {
  const found = token === undefined || token === '' ? null : await sessions.find(token, networkOf(address));
  return found && restrict(found);
}

/** Throws 401 if a session is needed, and 403 if its rights do not suffice. */
export function assertAccess(session: Session | null, access: Access): void {
  if (access.rule === 'anyone') return;
  if (!session) throw fail('unauthenticated');
  if (!allows(access, session.viewer)) throw fail('forbidden');
}

/** False while the admin has yet to change an initial password or to set up a required second factor. */
export function isFullSession({ mustChangePassword, mustAddFactor }: Session): boolean {
  return !mustChangePassword && !mustAddFactor;
}

/** Until a session is full, its viewer has no rights and no neighborhoods, and can only manage their own account. */
function restrict(session: Session): Session {
  if (isFullSession(session)) return session;
  return {
    ...session,
    viewer: { id: session.viewer.id, role: 'admin', permissions: [], neighborhoodIds: [] },
  };
}
