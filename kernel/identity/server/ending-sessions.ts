import type { DialectAdapter } from 'kysely';
import type { Database } from '#kernel/server/plugins/api/index.ts';

/**
 * Sessions that a node is ending, by id, and until when they are not to be taken from a cache. A node is known by the adapter
 * of its database, which its transactions share: in one process several may run, and ids are those of a database.
 */
const nodes = new WeakMap<DialectAdapter, Map<number, number>>();
const hold = 10_000;

/**
 * Keeps sessions out of the caches of this node while the transaction that ends them is on its way; without it an answer read
 * from a cache could overtake the notice of the database. A mark too many costs one query.
 */
export function markEnding(within: Database, sessionIds: readonly number[]): void {
  const { adapter } = within.getExecutor();
  const ending = nodes.get(adapter) ?? new Map<number, number>();
  nodes.set(adapter, ending);
  const now = performance.now();
  for (const [id, until] of ending) if (until < now) ending.delete(id);
  for (const id of sessionIds) ending.set(id, now + hold);
}

/** Whether a session is being ended by this node. */
export function isEnding(database: Database, sessionId: number): boolean {
  const until = nodes.get(database.getExecutor().adapter)?.get(sessionId);
  return until !== undefined && until > performance.now();
}
