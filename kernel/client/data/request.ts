import { languageStore } from '../i18n/language-store.ts';
import { readToken } from '../storage/access-token.ts';
import { networkError, RequestError, toResponseError } from './request-error.ts';
import { fetchEarly, requestEarly } from '../preload/early.ts';
import { pause, retry } from './retry.ts';

/** The base path of every API call; it does not depend on the language. */
export const apiBase = '/api/uz';

/** Milliseconds after which a request without a response fails. */
const timeoutMs = 30_000;

/** Attempts of a read that a busy server rejects. */
const maxAttempts = 4;

/** Maximum seconds that a user is made to wait for another attempt. */
const maxRetryDelay = 10;

const followers = new Set<() => void>();

/** Calls back when the server no longer accepts the session; returns a function that unsubscribes. */
export function onUnauthorized(follow: () => void): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}

/** A call that is being traced. */
export interface WatchedCall {
  /** Headers to add to the call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Receives the call's promise, to record how it ends. */
  follow(result: Promise<unknown>): void;
}

/** Traces calls: `begin` is set only while the server records traces, by code that is loaded for that (`tracing/`). */
export const callWatch: { begin?: ((method?: string) => WatchedCall | null) | undefined } = {};

/** The headers of every call: the credential if there is one, and the language of messages. */
export function commonHeaders(): Record<string, string> {
  const token = readToken();
  return { 'Accept-Language': languageStore.language, ...(token === null ? {} : { Authorization: token }) };
}

/** The full address of a call, with or without a leading slash. */
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
      reportUnauthorized(response.status, common['Authorization']);
      throw toResponseError(response.status, body, response.headers.get('Retry-After'));
    },
    {
      waitAfter(error, tries) {
        const seconds = tries < maxAttempts ? retryDelay(error, init.method) : null;
        // Up to half as long again, so that clients that were rejected together do not retry together.
        return seconds === null ? null : pause(seconds * 1000 * (1 + Math.random() / 2), init.signal);
      },
    },
  );
  call?.follow(result);
  return result;
}

/**
 * Sends a read that {@link request} will need in a moment, such as after the page is rendered; it then uses this response.
 * While calls are traced, `request` sends it itself.
 *
 * @param lifetime Milliseconds after which an unused response expires; it may be outdated then.
 */
export function requestAhead(address: string, lifetime: number): void {
  if (callWatch.begin) return;
  const send = () => fetch(address, { headers: commonHeaders(), signal: AbortSignal.timeout(timeoutMs) });
  requestEarly(address, readToken(), send, lifetime);
}

/** Reports to the followers that the server has rejected the current token. */
export function reportUnauthorized(status: number, sent: string | undefined): void {
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

/** Seconds until a rejected read is retried; null for a final error, and for changes, which users repeat themselves. */
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

/** Rejects if the server cannot be reached now. */
export async function requireConnection(): Promise<void> {
  await request('/health/live').catch((error: unknown) => {
    if (isConnectionError(error)) throw error;
  });
}

/**
 * Whether a call failed without a response, or with a status of 500 or higher, as proxies send for an unreachable
 * server.
 */
export function isConnectionError(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status >= 500);
}
