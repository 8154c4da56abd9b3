import type { Database } from '#kernel/server/api/index.ts';
import { NodeAdapter } from '#kernel/server/database/pool/driver.ts';

const holdMs = 10_000;

/**
 * Keeps sessions out of the caches of this node while the transaction that ends them commits; otherwise a cached session
 * could outlive the notice of the database. A needless mark costs one query.
 */
export function markEnding(within: Database, sessionIds: readonly number[]): void {
  const ending = endingSessions(within);
  const now = performance.now();
  for (const [id, until] of ending) if (until < now) ending.delete(id);
  for (const id of sessionIds) ending.set(id, now + holdMs);
}

/** Whether a session is being ended by this node. */
export function isEnding(database: Database, sessionId: number): boolean {
  const until = endingSessions(database).get(sessionId);
  return until !== undefined && until > performance.now();
}

function endingSessions(database: Database): Map<number, number> {
  const { adapter } = database.getExecutor();
  if (adapter instanceof NodeAdapter) return adapter.endingSessions;
  throw new Error('the database was not opened by openDatabase');
}
