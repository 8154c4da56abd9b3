import { proxy, useSnapshot } from 'valtio';
import type { Rights } from '#kernel/contract/access/access.ts';
import type { SessionAdmin } from '#kernel/contract/http/session.ts';

/** Why a session has ended, for the sign-in page. */
export type SessionEnd = 'left' | 'expired' | 'ended' | 'rights' | 'password' | 'factor' | 'closed';

interface Session {
  state: 'unknown' | 'out' | 'in';
  admin: SessionAdmin | null;
  rights: Rights | null;
  end: SessionEnd | null;
}

/** The state of the session; only `kernel/identity` changes it. */
export const session = proxy<Session>({ state: 'unknown', admin: null, rights: null, end: null });

/** The state of the session; renders again when it changes. */
export function useSession(): Readonly<Session> {
  return useSnapshot(session) as Readonly<Session>;
}

/** The signed-in admin; only for components that are rendered with a session. */
export function useAdmin(): SessionAdmin {
  const { admin } = useSession();
  if (admin === null) throw new Error('No user is signed in');
  return admin;
}
