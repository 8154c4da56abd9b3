import type { Logger } from 'pino';
import type { DatabasePool } from '../database/pool/pool.ts';
import { readSeedState } from './installation.ts';

/** Held by the node that seeds an empty database, from before its tables are created until it is seeded. */
const seedLockKey = 4_607_003;

/**
 * Ensures that only one node creates and seeds an empty database while the others wait; returns the function that
 * releases them. Interrupted seeding starts over: while this node holds the lock, no other can be seeding.
 */
export async function acquireSeedLock(pool: DatabasePool, log: Logger): Promise<() => Promise<void>> {
  if ((await readSeedState(pool)) === 'filled') return async () => {};
  const client = pool.createDirectClient();
  // The failing statement throws the error.
  client.on('error', () => {});
  // Ending the connection releases the lock, as does a kill of this process.
  const release = () => client.end().catch(() => {});
  try {
    await client.connect();
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0');
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) alone', [
      seedLockKey,
    ]);
    if (!rows[0]?.alone) {
      log.info('another node is seeding the empty database; waiting for it');
      await client.query('select pg_advisory_lock($1)', [seedLockKey]);
    }
    if ((await readSeedState(pool)) === 'filling') {
      log.warn('the demonstration data is incomplete; it is created again');
      await pool.query('drop schema public cascade; create schema public');
    }
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}
