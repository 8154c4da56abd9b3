import { EventEmitter } from 'node:events';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { listenTo, type Listening } from '../database/notifications/listen.ts';

/**
 * Carries events between the nodes that share a database. `onTrouble` is called when one of them may not have arrived; what
 * the listening connection misses while it is cut, whoever knows of that connection makes up for.
 */
export function createNodeAdapter(
  pool: Pool,
  log: Logger,
  onTrouble: () => void,
): ReturnType<typeof createAdapter> {
  function fail(error: unknown): void {
    log.warn({ err: error }, 'an event may not have reached every node');
    onTrouble();
  }
  const given = {
    // The adapter keeps to itself that a long event could not be written down.
    query: (text: string, values?: unknown[]) =>
      pool.query(text, values).catch((error: unknown) => {
        fail(error);
        throw error;
      }),
    connect: async () => listenerOf(pool, log),
  } as unknown as Pool;
  return createAdapter(given, { errorHandler: fail });
}

/** The adapter's own connection, which listens over the one that the node has for it, in the order of all that is told. */
function listenerOf(pool: Pool, log: Logger): EventEmitter {
  const listenings: Listening[] = [];
  const listener = new EventEmitter();
  return Object.assign(listener, {
    async query(text: string) {
      const channel = /^LISTEN "(.+)"$/.exec(text)?.[1];
      if (channel === undefined) throw new Error(`not a statement of a listener: ${text}`);
      const onMessage = (payload: string) => void listener.emit('notification', { channel, payload });
      const quiet = () => undefined;
      listenings.push(listenTo({ pool, channel, log, onMessage, onStart: quiet, onLoss: quiet }));
    },
    release: () => void Promise.all(listenings.map((listening) => listening.close())),
  });
}
