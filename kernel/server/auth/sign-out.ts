import type { DatabaseTransaction } from '../plugin.ts';
import { markEnding } from './ending.ts';
import { deleteSession } from './session-rows.ts';

/** Ends one session, in the transaction of its audit entry. */
export async function signOut(transaction: DatabaseTransaction, sessionId: number): Promise<void> {
  markEnding(await deleteSession(transaction, sessionId));
}
