import { sql } from 'kysely';
import type { AuditEntry, Database, DatabaseTransaction } from '../plugin.ts';

/** Who acts, as far as it is known. */
export interface Actor {
  readonly adminId: number | null;
  readonly sessionId: number | null;
  readonly address: string | null;
}

/** Nobody in particular: the server itself. */
export const nobody: Actor = { adminId: null, sessionId: null, address: null };

/** Writes one entry; waits for nobody, since the chain is made later. */
export async function writeAudit(
  database: Database | DatabaseTransaction,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> {
  await sql`
    insert into audit_log (admin_id, session_id, address, action, subject_type, subject_id, details)
    values (${actor.adminId}, ${actor.sessionId}, ${actor.address}, ${entry.action}, ${entry.subjectType},
            ${entry.subjectId}, ${JSON.stringify(entry.details ?? {})}::jsonb)`.execute(database);
}
