import { CompiledQuery } from 'kysely';
import { withCommit } from '../database/pool/driver.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import { prepared } from '../database/pool/client.ts';
import type { AuditEntry, Database, DatabaseTransaction } from '../api/index.ts';

/** The admin, session and address of a call, as far as known. */
export interface Actor {
  readonly adminId: number | null;
  readonly sessionId: number | null;
  readonly address: string | null;
}

/** No user: the server itself. */
export const nobody: Actor = { adminId: null, sessionId: null, address: null };

/** Writes an entry with the commit of its transaction, without waiting for it, since the chain is built later. */
export async function writeAudit(
  database: Database | DatabaseTransaction,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> {
  const { action, subjectType, subjectId, details = {} } = entry;
  const values = [
    actor.adminId,
    actor.sessionId,
    actor.address,
    action,
    subjectType,
    subjectId,
    JSON.stringify(details),
  ];
  await asKernel(database).executeQuery(withCommit(CompiledQuery.raw(insert, values)).query);
}

const insert = prepared(`
  insert into audit_log (admin_id, session_id, address, action, subject_type, subject_id, details)
  values ($1, $2, $3, $4, $5, $6, $7::jsonb)`);
