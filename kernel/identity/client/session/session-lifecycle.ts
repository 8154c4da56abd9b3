import { ref } from 'valtio';
import type { SecondStep, SessionAdmin } from '#kernel/contract/http/session.ts';
import { loadDeployment } from '#kernel/client/deployment/deployment-store.ts';
import { onUnauthorized } from '#kernel/client/data/request.ts';
import { RequestError } from '#kernel/client/data/request-error.ts';
import { send } from '#kernel/client/data/send.ts';
import { clearToasts } from '#kernel/client/ui/feedback/toast-store.ts';
import { recentKey, writeStored } from '#kernel/client/storage/local-storage.ts';
import { session, type SessionEnd } from '#kernel/client/session/session-store.ts';
import { readSecondStep, readSessionAdmin } from './read-admin.ts';
import { accountPath } from './sign-in-methods.ts';
import { readToken, tokenKey, writeToken } from '#kernel/client/storage/access-token.ts';

const returnParameter = 'from';

/**
 * Loads the admin with the stored credential, and deletes the credential if the server responds with 401. Rejects with
 * any other error, such as an unreachable server.
 */
export async function resumeSession(): Promise<void> {
  if (readToken() === null) {
    leave('left', false);
    session.end = null;
    return;
  }
  try {
    enter(readSessionAdmin(await send('GET', accountPath('admin'))));
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 401) throw error;
    leave('expired', true);
  }
}

/**
 * Signs in and opens the requested page. Resolves to the second step if the admin has a second factor, since there is
 * no session before it. Rejects with a `RequestError`.
 */
export async function signIn(login: string, password: string): Promise<SecondStep | null> {
  return begin(await send<Record<string, unknown>>('POST', accountPath('login'), { login, password }));
}

/** Completes the second step of a sign-in with a code. Rejects with a `RequestError`. */
export async function signInWithCode(ticket: string, code: string): Promise<void> {
  await begin(await send<Record<string, unknown>>('POST', accountPath('login/code'), { ticket, code }));
}

/**
 * Opens the session after a service or a passkey has identified the user; resolves to the second step if one is
 * required.
 */
export async function takeSession(call: string, body?: object): Promise<SecondStep | null> {
  return begin(await send<Record<string, unknown>>('POST', call, body));
}

async function begin(response: Record<string, unknown>): Promise<SecondStep | null> {
  const data = (response['data'] ?? response) as Record<string, unknown>;
  const step = readSecondStep(data['second_factor']);
  if (step) return step;
  if (typeof data['token'] !== 'string') throw new Error('The response to the sign-in has no token');
  writeToken(data['token']);
  const [admin] = await Promise.all([
    data['admin'] ?? send('GET', accountPath('admin')),
    // Sessions get more than visitors; on failure the visitors' data remain until the next reload.
    loadDeployment().catch(() => undefined),
  ]);
  history.replaceState(null, '', returnPath(location.search));
  enter(readSessionAdmin(admin));
  return null;
}

/** Signs out: notifies the server and deletes the credential regardless of the response. */
export function signOut(): void {
  if (session.state === 'in') void send('POST', accountPath('logout')).catch(() => undefined);
  leave('left', false);
}

/** Ends the session after the server has ended it. The path is stored for the next sign-in. */
export function endSession(end: SessionEnd): void {
  if (session.state !== 'out') leave(end, true);
}

/** Reloads the admin, for example after a change of rights. */
export async function refreshAdmin(): Promise<void> {
  if (session.state === 'in') enter(readSessionAdmin(await send('GET', accountPath('admin'))));
}

/** Ends the session on a 401, and follows sign-ins and sign-outs in other tabs. Returns a function that stops it. */
export function syncSessionAcrossTabs(): () => void {
  const stop = onUnauthorized(() => endSession('expired'));
  addEventListener('storage', followStorage);
  return () => {
    stop();
    removeEventListener('storage', followStorage);
  };
}

/** The path to open after signing in; always a path of this site. */
export function returnPath(search: string): string {
  const path = new URLSearchParams(search).get(returnParameter) ?? '/';
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/login') ? path : '/';
}

function followStorage(event: StorageEvent): void {
  if (event.key !== tokenKey) return;
  if (event.newValue === null) {
    writeToken(null);
    endSession('left');
  } else if (event.newValue !== readToken()) location.reload();
}

function enter(admin: SessionAdmin): void {
  if (location.pathname === '/login') history.replaceState(null, '', returnPath(location.search));
  session.admin = ref(admin);
  session.rights = ref({ role: admin.role.role, permissions: admin.role.permissions });
  session.end = null;
  session.state = 'in';
}

function leave(end: SessionEnd, keepPath: boolean): void {
  writeToken(null);
  if (end === 'left') writeStored(recentKey, null);
  const here = location.pathname + location.search + location.hash;
  if (location.pathname !== '/login') {
    const query =
      here === '/' || (!keepPath && session.state === 'in')
        ? ''
        : `?${new URLSearchParams({ [returnParameter]: here }).toString()}`;
    history.replaceState(null, '', `/login${query}`);
  }
  clearToasts();
  session.admin = null;
  session.rights = null;
  session.end = end;
  session.state = 'out';
}
