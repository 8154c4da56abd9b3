import { pause, retry } from '../data/retry.ts';
import { isConnectionError, requireConnection } from '../data/require-connection.ts';
import { eventHub } from '../realtime/event-hub.ts';
import type { PluginClient } from './define-client.ts';
import { isChunkError } from './plugin-boundary.tsx';
import { loadedPlugin, loadPlugin } from './plugin-clients.ts';

/** Milliseconds between attempts, unless the connection is back before. */
const pauses = [1000, 2000, 5000] as const;
const longestPause = 15_000;

/**
 * Loads the client module of a plugin that extends the page, also when the connection is lost at first. Rejects with the
 * signal's reason when that aborts.
 */
export function loadWithRetry(id: string, signal: AbortSignal): Promise<PluginClient> {
  return retry(
    async () => {
      // Many browsers remember for good that a module failed to load: it is requested only while there is a connection.
      if (loadedPlugin(id) === undefined) await requireConnection();
      return loadPlugin(id);
    },
    {
      waitAfter: (error, attempt) =>
        isChunkError(error) || isConnectionError(error)
          ? connectionOrPause(pauses[attempt - 1] ?? longestPause, signal)
          : null,
    },
  );
}

/** Waits until the browser or the socket reports that the connection is back, or for some milliseconds. */
async function connectionOrPause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const isBack = new Promise<void>((resolve) => {
    over.signal.addEventListener('abort', eventHub.onReconnect(resolve));
    addEventListener('online', () => resolve(), { signal: over.signal });
  });
  try {
    await Promise.race([isBack, pause(milliseconds, AbortSignal.any([signal, over.signal]))]);
  } finally {
    over.abort();
  }
}
