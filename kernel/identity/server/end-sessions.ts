import { sql } from 'kysely';
import type { DatabaseTransaction } from '#kernel/server/api/index.ts';
import type { SessionEndReason } from '#kernel/server/services/ports.ts';
import { markEnding } from './ending-sessions.ts';
import { deleteSession, deleteSessionsOf, notifySessionChange } from './session-store.ts';

/** Ends one session, in the transaction of its audit entry. */
export async function signOut(transaction: DatabaseTransaction, sessionId: number): Promise<void> {
  markEnding(transaction, await deleteSession(transaction, sessionId));
}

/** Ends another session of an admin; false when the admin has no such session. */
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
 * session, that of the admin who makes the change, continues with the new rights. Returns how many ended.
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

/** Has every node read the sessions of admins again: they continue, with other names or rights. */
export async function refreshSessions(
  transaction: DatabaseTransaction,
  adminIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from sessions where admin_id = any(${[...adminIds]}::bigint[])`.execute(transaction);
  const ids = rows.map(({ id }) => id);
  markEnding(transaction, ids);
  await notifySessionChange(transaction, ids);
}
