import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { StartupError } from '../../config/startup-error.ts';
import { listenTo } from './listen.ts';

const patience = 5000;
const again = 250;

/**
 * Waits until what is told over the pool is heard by the connection that listens. Through a pooler that hands connections
 * round it never is, and sessions that end elsewhere would go on here: a {@link StartupError} then says what to set.
 */
export async function requireNotifications(pool: Pool, log: Logger): Promise<void> {
  const word = randomUUID();
  const hearing = { done: false };
  const listening = listenTo({
    pool,
    channel: 'komak_hello',
    log,
    onStart: () => undefined,
    onLoss: () => undefined,
    onMessage: (payload) => (hearing.done ||= payload === word),
  });
  try {
    const until = performance.now() + patience;
    for (let wait = 5; !hearing.done && performance.now() < until; wait = Math.min(again, wait * 2)) {
      // What is told before the connection listens is told to nobody.
      if (listening.alive) await pool.query(`select pg_notify('komak_hello', $1)`, [word]);
      await sleep(wait);
    }
  } finally {
    await listening.close();
  }
  if (hearing.done) return;
  throw new StartupError(
    'What one connection to the database tells (NOTIFY), another does not hear (LISTEN), as behind a pooler that hands connections round; set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  );
}
