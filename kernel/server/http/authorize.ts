import { allows, fail, type Access } from '#kernel/contract/index.ts';
import type { Session, Sessions } from '../ports.ts';

/**
 * Decides whether a token opens a thing, and whose session it is; the one gate of calls and files, and, with the same
 * {@link allows}, of sockets. Throws 401 or 403.
 */
export async function authorize(
  sessions: Sessions,
  token: string | undefined,
  access: Access,
): Promise<Session | null> {
  const session = token === undefined || token === '' ? null : await sessions.find(token);
  if (access.rule === 'anyone') return session;
  if (!session) throw fail('unauthenticated');
  if (!allows(access, session.viewer)) throw fail('forbidden');
  // With a first password, or without a second factor where one is asked for, one may look after oneself, and do nothing
  // that needs a right.
  const isWhole = !session.mustChangePassword && !session.mustAddFactor;
  if (!isWhole && access.rule !== 'signedIn') throw fail('forbidden');
  return session;
}
