import type { Logger } from 'pino';
import type { Database } from '#kernel/server/api/index.ts';
import { sweepAttempts } from './attempts.ts';
import { sweepTickets } from './second-factor/tickets.ts';
import { sweepSessions } from './session-store.ts';

const maxIntervalMs = 60_000;
const minIntervalMs = 250;

/** Deletes expired sessions, tickets and attempts, each time when the next session expires. Returns a function that stops it. */
export function startSessionSweeper(database: Database, log: Logger): () => void {
  let isStopped = false;
  let timer = setTimeout(() => void sweep(), minIntervalMs).unref();

  async function sweep(): Promise<void> {
    let untilNextMs: number | null = null;
    try {
      untilNextMs = await sweepSessions(database);
      await sweepAttempts(database);
      await sweepTickets(database);
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'could not delete expired sessions');
    }
    if (isStopped) return;
    const interval = Math.min(maxIntervalMs, Math.max(minIntervalMs, untilNextMs ?? maxIntervalMs));
    timer = setTimeout(() => void sweep(), interval).unref();
  }

  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
