import type { DialectAdapter } from 'kysely';
import type { Database } from '#kernel/server/api/index.ts';

/**
 * Sessions that a node is ending, by id, with the time until which no cache may be used for them. The key is the adapter of
 * the node's database, which its transactions share: tests run several nodes in one process.
 */
const nodes = new WeakMap<DialectAdapter, Map<number, number>>();
const holdMs = 10_000;

/**
 * Keeps sessions out of the caches of this node while the transaction that ends them commits; otherwise a cached session
 * could outlive the notice of the database. A needless mark costs one query.
 */
export function markEnding(within: Database, sessionIds: readonly number[]): void {
  const { adapter } = within.getExecutor();
  const ending = nodes.get(adapter) ?? new Map<number, number>();
  nodes.set(adapter, ending);
  const now = performance.now();
  for (const [id, until] of ending) if (until < now) ending.delete(id);
  for (const id of sessionIds) ending.set(id, now + holdMs);
}

/** Whether a session is being ended by this node. */
export function isEnding(database: Database, sessionId: number): boolean {
  const until = nodes.get(database.getExecutor().adapter)?.get(sessionId);
  return until !== undefined && until > performance.now();
}
