/** A response that was asked for before the code that wants it was here. */
interface EarlyResponse {
  /** The credential with which it was asked for. */
  readonly token: string | null;
  readonly response: Promise<Response>;
  /** When it may be out of date, in ms of `performance.now()`. */
  readonly until: number;
}

/** The early responses by address. `public/first.js` creates the map, with the requests with which every page starts. */
const asked =
  (globalThis as { komakEarly?: Map<string, EarlyResponse> }).komakEarly ?? new Map<string, EarlyResponse>();

/** Milliseconds after which an untaken response may be out of date; `public/first.js` waits longer, for the code to arrive. */
const lifetimeMs = 10_000;

/** Resolves when what was asked for early has come: whether it is a response that can be shown. */
export async function hasEarlyResponse(address: string): Promise<boolean> {
  const response = await asked.get(address)?.response.catch(() => null);
  return response?.ok ?? false;
}

/** Asks for what a page reads as soon as its code is here. */
export function requestEarly(address: string, token: string | null, ask: () => Promise<Response>): void {
  if ((asked.get(address)?.until ?? 0) > performance.now()) return;
  const early = { token, response: ask(), until: performance.now() + lifetimeMs };
  // The caller that takes it gets the failure.
  early.response.catch(() => undefined);
  asked.set(address, early);
}

/**
 * Like `fetch`, and takes the response that was asked for early with the same credential, once. One that failed or was refused is
 * asked for again: since then the password may have been changed, or a right given.
 */
export async function fetchEarly(address: string, init: RequestInit = {}): Promise<Response> {
  const early = (init.method ?? 'GET') === 'GET' ? asked.get(address) : undefined;
  if (early) {
    asked.delete(address);
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

/** Waits as long as the one who asks does: a response that never comes must not outlast their timeout. */
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
