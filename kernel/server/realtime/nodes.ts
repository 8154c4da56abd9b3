import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Carries events between the nodes that share a database. */
export function adapterBetweenNodes(pool: Pool, log: Logger): ReturnType<typeof createAdapter> {
  // The adapter keeps one connection for itself and does not hear when it breaks: unheard, the error would end the process,
  // and the place in the pool would stay taken.
  const guarded = {
    query: pool.query.bind(pool),
    async connect() {
      const client = await pool.connect();
      client.on('error', (error) => log.warn({ err: error }, 'the connection between nodes is lost'));
      client.once('end', () => client.release(true));
      return client;
    },
  } as unknown as Pool;
  return createAdapter(guarded, {
    errorHandler: (error) => log.warn({ err: error }, 'an event did not reach the other nodes'),
  });
}
