import type { DatabaseTransaction } from '../plugin.ts';
import { markEnding } from './ending.ts';
import { deleteSession, deleteSessionsOf } from './session-rows.ts';

/** Ends one session, in the transaction of its audit entry. */
export async function signOut(transaction: DatabaseTransaction, sessionId: number): Promise<void> {
  markEnding(await deleteSession(transaction, sessionId));
}

/** Ends the sessions of an admin whose role, rights, area or status change, in the transaction of the change. */
export async function endSessionsOf(
  transaction: DatabaseTransaction,
  adminId: number,
  exceptSessionId: number | null = null,
): Promise<void> {
  markEnding(await deleteSessionsOf(transaction, adminId, exceptSessionId));
}
