import { isConnectionError } from '../data/request.ts';
import { pause, retry } from '../data/retry.ts';
import { eventHub } from '../realtime/event-hub.ts';

/** Milliseconds between attempts, unless the connection returns earlier. */
const pauses = [1000, 2000, 5000] as const;
const longestPause = 15_000;

/**
 * Loads code until it succeeds, even if the connection is lost. Rejects with any other error of `load`, or with the
 * signal's reason if it is aborted.
 */
export function retryImport<Loaded>(load: () => Promise<Loaded>, signal?: AbortSignal): Promise<Loaded> {
  return retry(load, {
    waitAfter: (error, attempt) =>
      isChunkError(error) || isConnectionError(error)
        ? connectionOrPause(pauses[attempt - 1] ?? longestPause, signal)
        : null,
  });
}

/** Whether code could not be fetched: there is no connection, or a new release has replaced it. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(
      error.message,
    )
  );
}

/** Waits until the browser or the socket reports that the connection is back, or for some milliseconds. */
async function connectionOrPause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const over = new AbortController();
  const isBack = new Promise<void>((resolve) => {
    over.signal.addEventListener('abort', eventHub.onReconnect(resolve));
    addEventListener('online', () => resolve(), { signal: over.signal });
  });
  const ends = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  try {
    await Promise.race([isBack, pause(milliseconds, ends)]);
  } finally {
    over.abort();
  }
}
