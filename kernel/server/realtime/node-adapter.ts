import { EventEmitter } from 'node:events';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Listening, Notifications } from '../database/notifications/listen.ts';

/** A database that several nodes share. */
export interface SharedDatabase {
  readonly pool: Pool;
  readonly notifications: Notifications;
}

/**
 * Creates the adapter that sends events between nodes that share a database. Calls `onPossibleLoss` if an event may not
 * have arrived; events missed during a lost connection are caught up when the sessions are current again.
 */
export function createNodeAdapter(
  { pool, notifications }: SharedDatabase,
  log: Logger,
  onPossibleLoss: () => void,
): ReturnType<typeof createAdapter> {
  function reportLoss(error: unknown): void {
    log.warn({ err: error }, 'an event may not have reached every node');
    onPossibleLoss();
  }
  // Sound: the adapter calls only these two methods of a pool.
  const poolOfAdapter = {
    // The adapter does not report if a long event could not be stored.
    query: (text: string, values?: unknown[]) =>
      pool.query(text, values).catch((error: unknown) => {
        reportLoss(error);
        throw error;
      }),
    connect: async () => listenerOf(notifications),
  } as unknown as Pool;
  return createAdapter(poolOfAdapter, { errorHandler: reportLoss });
}

/** Replaces the adapter's own connection with that of the node, so that all notifications keep their order. */
function listenerOf(notifications: Notifications): EventEmitter {
  const listenings: Listening[] = [];
  const listener = new EventEmitter();
  return Object.assign(listener, {
    async query(text: string) {
      const channel = /^LISTEN "(.+)"$/.exec(text)?.[1];
      if (channel === undefined) throw new Error(`the adapter sent an unexpected statement: ${text}`);
      const onMessage = (payload: string) => void listener.emit('notification', { channel, payload });
      listenings.push(notifications.listen({ channel, onMessage }));
    },
    release: () => void Promise.all(listenings.map((listening) => listening.close())),
  });
}
