import { languageStore } from '../i18n/language-store.ts';
import { readToken } from './access-token.ts';
import { toResponseError, networkError } from './request-error.ts';

/** Where every call goes; the language never changes it. */
export const apiBase = '/api/uz';

/** An answer that does not come within this time, in ms, does not come. */
const timeoutMs = 30_000;

/** A read that a busy server puts off is asked for again so often … */
const mostTries = 4;

/** … unless it says to come back after more seconds than somebody who looks at the screen would wait. */
const longestPause = 10;

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

/**
 * Like `fetch`, with our headers; what is no success is thrown as a `RequestError`, an abort stays an abort. A read that the
 * server puts off (503 with `Retry-After`) is asked for again when it says.
 */
export async function request(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const common = commonHeaders();
  for (const [name, value] of Object.entries(common)) headers.set(name, value);
  let answer = await attempt(address, { ...init, headers });
  for (let tries = 1; tries < mostTries; tries++) {
    const seconds = putOffBy(answer, init.method);
    if (seconds === null) break;
    await pause(seconds, init.signal);
    answer = await attempt(address, { ...init, headers });
  }
  if (answer.ok) return answer;
  const body = await readBody(answer);
  refuse(answer.status, common['Authorization']);
  throw toResponseError(answer.status, body, answer.headers.get('Retry-After'));
}

/** Tells those who care that the session is dead, if it was this session's credential that was refused. */
export function refuse(status: number, sent: string | undefined): void {
  if (status !== 401 || sent === undefined || sent !== readToken()) return;
  for (const follow of followers) follow();
}

async function attempt(address: string, init: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    return await fetch(address, { ...init, signal });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw networkError();
  }
}

/** The seconds after which a read is worth another try; null when it is answered, and for a change, which a person sends. */
function putOffBy({ status, headers }: Response, method = 'GET'): number | null {
  const wanted = headers.get('Retry-After');
  if (status !== 503 || wanted === null || method !== 'GET') return null;
  const seconds = Number(wanted);
  return seconds >= 0 && seconds <= longestPause ? seconds : null;
}

/** Waits a little longer than asked, so that those who were put off together do not come back together. */
function pause(seconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000 * (1 + Math.random() / 2));
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

async function readBody(answer: Response): Promise<unknown> {
  try {
    return (await answer.json()) as unknown;
  } catch {
    return null;
  }
}
