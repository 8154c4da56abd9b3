import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { StartupError } from '../../config/startup-error.ts';
import { retry } from '../../concurrency/retry.ts';
import type { Notifications } from './listen.ts';

const timeoutMs = 5000;
const firstDelayMs = 5;
const maxDelayMs = 250;

/**
 * Waits until a `NOTIFY` sent through the pool reaches the listening connection. Through a pooler that shares
 * connections it never does, and sessions ended on another node would continue here: then throws a {@link StartupError}
 * that says what to set.
 */
export async function requireNotifications(pool: Pool, notifications: Notifications): Promise<void> {
  const word = randomUUID();
  let received = false;
  const missing = new Error('no notification yet');
  const listening = notifications.listen({
    channel: 'komak_hello',
    onMessage: (payload) => (received ||= payload === word),
  });
  async function attempt(): Promise<void> {
    if (listening.alive) await pool.query(`select pg_notify('komak_hello', $1)`, [word]);
    if (!received) throw missing;
  }
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await retry(attempt, {
      delayMs: firstDelayMs,
      maxDelayMs,
      signal,
      shouldRetry: (error) => error === missing,
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new StartupError(
      'A NOTIFY over one connection to the database does not reach LISTEN on another, as behind a pooler that shares connections; set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
      { cause: error },
    );
  } finally {
    await listening.close();
  }
}
