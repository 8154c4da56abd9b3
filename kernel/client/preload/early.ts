/** A response that was requested before the code that needs it was loaded. */
interface EarlyResponse {
  /** The credential of the request. */
  readonly token: string | null;
  readonly response: Promise<Response>;
  /** When it expires, in ms of `performance.now()`. */
  readonly until: number;
}

/** The early responses by address. `public/first.js` creates the map with the requests with which every page starts. */
const requested =
  (globalThis as { komakEarly?: Map<string, EarlyResponse> }).komakEarly ?? new Map<string, EarlyResponse>();

/** Milliseconds after which an unused response expires by default; `public/first.js` allows more, for loading the code. */
const lifetimeMs = 10_000;

/** Resolves when an early response has arrived, to whether it was successful. */
export async function hasEarlyResponse(address: string): Promise<boolean> {
  const response = await requested.get(address)?.response.catch(() => null);
  return response?.ok ?? false;
}

/**
 * Requests data before the code that reads them runs: while it loads, or before the page is rendered again. An unused
 * response expires after `lifetime` milliseconds.
 */
export function requestEarly(
  address: string,
  token: string | null,
  send: () => Promise<Response>,
  lifetime = lifetimeMs,
): void {
  if ((requested.get(address)?.until ?? 0) > performance.now()) return;
  const early = { token, response: send(), until: performance.now() + lifetime };
  // The caller of `fetchEarly` handles the error.
  early.response.catch(() => undefined);
  requested.set(address, early);
}

/**
 * Like `fetch`, but uses an early response with the same credential, once. A failed or rejected one is requested again,
 * since the password or the rights may have changed.
 */
export async function fetchEarly(address: string, init: RequestInit = {}): Promise<Response> {
  const early = (init.method ?? 'GET') === 'GET' ? requested.get(address) : undefined;
  if (early) {
    requested.delete(address);
    const isMine = early.token === new Headers(init.headers).get('Authorization');
    if (isMine && performance.now() < early.until) {
      const response = await untilAborted(
        early.response.catch(() => null),
        init.signal,
      );
      if (response?.ok) return response;
    }
  }
  return await fetch(address, init);
}

/** Limits waiting to the caller's signal: a response that never arrives must not outlast its timeout. */
async function untilAborted<Value>(value: Promise<Value>, signal?: AbortSignal | null): Promise<Value> {
  if (!signal) return value;
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
  });
  return Promise.race([value, aborted]).finally(() => signal.removeEventListener('abort', stop));
}
