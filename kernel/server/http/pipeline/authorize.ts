import { allows, fail, type Access } from '#kernel/contract/index.ts';
import type { Session, Sessions } from '../../services/ports.ts';

/**
 * Decides whether a token opens a thing, and whose session it is; the one gate of calls and files, and, with the same
 * {@link allows}, of sockets. Throws 401 or 403.
 */
export async function authorize(
  sessions: Sessions,
  token: string | undefined,
  access: Access,
): Promise<Session | null> {
  const found = token === undefined || token === '' ? null : await sessions.find(token);
  const session = found && asFarAsItGoes(found);
  if (access.rule === 'anyone') return session;
  if (!session) throw fail('unauthenticated');
  if (!allows(access, session.viewer)) throw fail('forbidden');
  return session;
}

/** Whether a session is more than the way to a password of one's own, or to the second factor that is asked for. */
export function isFullSession({ mustChangePassword, mustAddFactor }: Session): boolean {
  return !mustChangePassword && !mustAddFactor;
}

/**
 * Until it is whole one may look after oneself, and has no rights and no neighbourhoods: what is open to everyone who is
 * signed in, such as one's notifications, shows nothing that needs a right.
 */
function asFarAsItGoes(session: Session): Session {
  if (isFullSession(session)) return session;
  return {
    ...session,
    viewer: { id: session.viewer.id, role: 'admin', permissions: [], neighborhoodIds: [] },
  };
}
