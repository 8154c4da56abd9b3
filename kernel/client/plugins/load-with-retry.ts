import { retryUntilOnline } from '../data/retry-until-online.ts';
import { isConnectionError, requireConnection } from '../data/require-connection.ts';
import { eventHub } from '../realtime/event-hub.ts';
import type { PluginClient } from './define-client.ts';
import { isChunkError } from './plugin-boundary.tsx';
import { loadedPlugin, loadPlugin } from './plugin-clients.ts';

/** Milliseconds between tries, if nothing tells before that the line is back; the last one stays. */
const pauses = [1000, 2000, 5000, 15_000] as const;

/** Fetches the browser half of a plugin that stands beside the page, also when the line is cut now; null when it was ended. */
export function loadWithRetry(id: string, signal: AbortSignal): Promise<PluginClient | null> {
  return retryUntilOnline(
    async () => {
      // Many browsers remember for good that a module did not come: it is asked for only where there is a line.
      if (loadedPlugin(id) === undefined) await requireConnection();
      return loadPlugin(id);
    },
    { signal, isPassing: (error) => isChunkError(error) || isConnectionError(error), wait: lineOrPause },
  );
}

/** Until the browser or the socket says that the line is back, or a while has passed. */
function lineOrPause(tries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stops = [
      eventHub.onReconnect(done),
      () => removeEventListener('online', done),
      () => signal.removeEventListener('abort', done),
    ];
    const timer = setTimeout(done, pauses[tries - 1] ?? pauses.at(-1));
    addEventListener('online', done);
    signal.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve();
    }
  });
}
