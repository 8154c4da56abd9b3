import { languageStore } from '../text/language-store.ts';
import { readToken } from '../session/token.ts';
import { errorOfAnswer, networkError } from './request-error.ts';

/** Where every call goes; the language never changes it. */
export const apiBase = '/api/uz';

/** An answer that does not come within this time, in ms, does not come. */
const patience = 30_000;

const followers = new Set<() => void>();

/** Calls back when the server no longer knows the session; returns how to stop. */
export function onUnauthorized(follow: () => void): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}

/** The headers that go with every call: the credential, if there is one, and the language of messages. */
export function commonHeaders(): Record<string, string> {
  const token = readToken();
  return { 'Accept-Language': languageStore.language, ...(token === null ? {} : { Authorization: token }) };
}

/** The full address of a call; a leading slash does not matter. */
export function apiAddress(path: string): string {
  return `${apiBase}/${path.replace(/^\/+/, '')}`;
}

/** Like `fetch`, with our headers; what is no success is thrown as a `RequestError`, an abort stays an abort. */
export async function request(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const common = commonHeaders();
  for (const [name, value] of Object.entries(common)) headers.set(name, value);
  const answer = await attempt(address, { ...init, headers });
  if (answer.ok) return answer;
  const body = await readBody(answer);
  refuse(answer.status, common['Authorization']);
  throw errorOfAnswer(answer.status, body, answer.headers.get('Retry-After'));
}

/** Tells those who care that the session is dead, if it was this session's credential that was refused. */
export function refuse(status: number, sent: string | undefined): void {
  if (status !== 401 || sent === undefined || sent !== readToken()) return;
  for (const follow of followers) follow();
}

async function attempt(address: string, init: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(patience);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    return await fetch(address, { ...init, signal });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw networkError();
  }
}

async function readBody(answer: Response): Promise<unknown> {
  try {
    return (await answer.json()) as unknown;
  } catch {
    return null;
  }
}
