import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import type { SessionEndReason } from '#kernel/server/services/ports.ts';
import { deleteSession, deleteSessionsOf, notifySessionChange } from './session-store.ts';
import { NodeAdapter } from '#kernel/server/database/pool/driver.ts';

/** Ends one session, in the transaction of its audit entry. */
export async function signOut(transaction: DatabaseTransaction, sessionId: number): Promise<void> {
  markEnding(transaction, await deleteSession(transaction, sessionId));
}

/** Ends another session of an admin; false if it does not exist. */
export async function endAdminSession(
  transaction: DatabaseTransaction,
  adminId: number,
  sessionId: number,
): Promise<boolean> {
  const ended = await deleteSession(transaction, sessionId, { adminId, reason: 'ended' });
  markEnding(transaction, ended);
  return ended.length > 0;
}

/**
 * Ends the sessions of admins whose role, rights, area or status change, in the transaction of the change. The excepted
 * session, that of the admin who makes the change, continues with the new rights. Returns the number of ended sessions.
 */
export async function endAdminSessions(
  transaction: DatabaseTransaction,
  adminIds: readonly number[],
  { reason, exceptSessionId = null }: { reason: SessionEndReason; exceptSessionId?: number | null },
): Promise<number> {
  const ended = await deleteSessionsOf(transaction, adminIds, exceptSessionId, reason);
  markEnding(transaction, ended);
  if (exceptSessionId !== null) await refreshSessions(transaction, adminIds);
  return ended.length;
}

/** Makes every node reload the sessions of admins whose names or rights have changed. */
export async function refreshSessions(
  transaction: DatabaseTransaction,
  adminIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from sessions where admin_id = any(${[...adminIds]}::bigint[])`.execute(asKernel(transaction));
  const ids = rows.map(({ id }) => id);
  markEnding(transaction, ids);
  await notifySessionChange(transaction, ids);
}

const holdMs = 10_000;

/**
 * Keeps sessions out of this node's caches while the transaction that ends them commits; otherwise a cached session
 * could outlive the database's notice. An unnecessary mark costs one query.
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
