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
 * Creates the adapter that carries events between the nodes that share a database. `onPossibleLoss` is called when an event
 * may not have arrived; what is missed while the listening connection is cut is caught up when the sessions are current again.
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
  // Sound, since the adapter calls these two methods of a pool and no other.
  const poolOfAdapter = {
    // The adapter does not report that a long event could not be stored.
    query: (text: string, values?: unknown[]) =>
      pool.query(text, values).catch((error: unknown) => {
        reportLoss(error);
        throw error;
      }),
    connect: async () => listenerOf(notifications),
  } as unknown as Pool;
  return createAdapter(poolOfAdapter, { errorHandler: reportLoss });
}

/** Replaces the adapter's own connection by that of the node, so that all notifications keep their order. */
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
