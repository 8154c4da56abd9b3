import { languageStore } from '../i18n/language-store.ts';
import { readToken } from '../storage/access-token.ts';
import { networkError, RequestError, toResponseError } from './request-error.ts';
import { fetchEarly } from '../preload/early.ts';
import { pause, retry } from './retry.ts';

/** The base path of every API call; it does not depend on the language. */
export const apiBase = '/api/uz';

/** Milliseconds after which a request without a response has failed. */
const timeoutMs = 30_000;

/** Attempts of a read that a busy server rejects. */
const maxAttempts = 4;

/** Seconds that a person before a screen may wait for another attempt. */
const maxRetryDelay = 10;

const followers = new Set<() => void>();

/** Calls back when the server no longer knows the session; returns how to stop. */
export function onUnauthorized(follow: () => void): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}

/** A call that is watched. */
export interface WatchedCall {
  /** Headers that it carries. */
  readonly headers: Readonly<Record<string, string>>;
  /** Follows how it ends. */
  follow(result: Promise<unknown>): void;
}

/** Watches calls: `begin` is there while the server records traces, and set by code that is loaded for that alone (`tracing/`). */
export const callWatch: { begin?: ((method?: string) => WatchedCall | null) | undefined } = {};

/** The headers of every call: the credential, if there is one, and the language of messages. */
export function commonHeaders(): Record<string, string> {
  const token = readToken();
  return { 'Accept-Language': languageStore.language, ...(token === null ? {} : { Authorization: token }) };
}

/** The full address of a call; a leading slash does not matter. */
export function apiAddress(path: string): string {
  return `${apiBase}/${path.replace(/^\/+/, '')}`;
}

/**
 * Like `fetch`, with the common headers. Throws a `RequestError` unless the response is a success; an abort is thrown
 * unchanged. A read that the server rejects (503 with `Retry-After`) is retried after that delay.
 */
export async function request(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const common = commonHeaders();
  const call = callWatch.begin?.(init.method);
  for (const [name, value] of Object.entries({ ...common, ...call?.headers })) headers.set(name, value);
  const result = retry(
    async () => {
      const response = await attempt(address, { ...init, headers });
      if (response.ok) return response;
      const body = await readBody(response);
      refuse(response.status, common['Authorization']);
      throw toResponseError(response.status, body, response.headers.get('Retry-After'));
    },
    {
      waitAfter(error, tries) {
        const seconds = tries < maxAttempts ? retryDelay(error, init.method) : null;
        // A little longer than requested, so that clients that were rejected together do not retry together.
        return seconds === null ? null : pause(seconds * 1000 * (1 + Math.random() / 2), init.signal);
      },
    },
  );
  call?.follow(result);
  return result;
}

/** Reports the end of the session, if the rejected credential was that of this session. */
export function refuse(status: number, sent: string | undefined): void {
  if (status !== 401 || sent === undefined || sent !== readToken()) return;
  for (const follow of followers) follow();
}

async function attempt(address: string, init: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    return await fetchEarly(address, { ...init, signal });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw networkError();
  }
}

/** The seconds after which a rejected read is repeated; null for a final error, and for changes, which a person repeats. */
function retryDelay(error: unknown, method = 'GET'): number | null {
  if (!(error instanceof RequestError) || error.status !== 503 || method !== 'GET') return null;
  const { retryAfter } = error;
  return retryAfter !== null && retryAfter >= 0 && retryAfter <= maxRetryDelay ? retryAfter : null;
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch {
    return null;
  }
}

/** Rejects when the server cannot be reached at this moment. */
export async function requireConnection(): Promise<void> {
  await request('/health/live').catch((error: unknown) => {
    if (isConnectionError(error)) throw error;
  });
}

/** Whether a call failed without a response, or with a status from 500 on, as a proxy sends for an unreachable server. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status >= 500);
}
