/** Sessions that this process is ending, by id, and until when they are not to be taken from a cache. */
const ending = new Map<number, number>();
const hold = 10_000;

/**
 * Keeps sessions out of the caches of this process while the transaction that ends them is on its way; without it an
 * answer read from a cache could overtake the notice of the database. A mark too many costs one query.
 */
export function markEnding(sessionIds: readonly number[]): void {
  const now = performance.now();
  for (const [id, until] of ending) if (until < now) ending.delete(id);
  for (const id of sessionIds) ending.set(id, now + hold);
}

/** Whether a session is being ended by this process. */
export function isEnding(sessionId: number): boolean {
  const until = ending.get(sessionId);
  return until !== undefined && until > performance.now();
}
