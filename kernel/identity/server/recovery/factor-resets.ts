import { sql } from 'kysely';
import { columnsOf } from '#kernel/records/server/sql/statement.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { endAdminSessions } from '../session/end-sessions.ts';
import { removeAllFactors } from '../second-factor/factor.ts';
import { lockAdmin } from '../session/session-store.ts';
import { isOlderConfirmer } from './confirmer.ts';

const lifetime = sql`interval '24 hours'`;

/** Whether the requester of `r` is still an active super admin; they may have been blocked because of the request. */
const requesterStays = sql`exists (
  select from admins q join admin_roles qr on qr.id = q.role_id
  where q.id = r.requested_by and qr.role = 'super_admin' and not q.blocked and q.deleted_at is null)`;

/** A request of a super admin to remove every second factor of an admin. */
export interface FactorReset {
  readonly adminId: number;
  readonly requestedBy: number;
  readonly reason: string;
  readonly askedAt: string;
  readonly expiresAt: string;
}

/** Why a reset cannot be confirmed; `none`: there is no request, or it has expired. */
export type ResetRejection = 'none' | 'own_request' | 'own_account' | 'too_new';

/** The pending resets, the oldest first. */
export async function listFactorResets(database: Database | DatabaseTransaction): Promise<FactorReset[]> {
  const { rows } = await sql<FactorReset>`
    select admin_id "adminId", requested_by "requestedBy", reason, asked_at "askedAt", expires_at "expiresAt"
    from factor_resets r where expires_at > now() and ${requesterStays} order by asked_at, admin_id`.execute(
    asKernel(database),
  );
  return rows;
}

/** Requests a reset; false if there is an open request. It changes nothing until another super admin confirms it. */
export async function requestFactorReset(
  database: DatabaseTransaction,
  { adminId, requestedBy, reason }: Pick<FactorReset, 'adminId' | 'requestedBy' | 'reason'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into factor_resets (admin_id, requested_by, reason, expires_at)
    values (${adminId}, ${requestedBy}, ${reason}, now() + ${lifetime})
    on conflict (admin_id) do update set requested_by = excluded.requested_by, reason = excluded.reason, asked_at = now(),
      expires_at = excluded.expires_at
      where factor_resets.expires_at <= now() or not exists (
        select from factor_resets r where r.admin_id = excluded.admin_id and ${requesterStays})
    returning admin_id`.execute(asKernel(database));
  return rows.length > 0;
}

/** Withdraws a request; false if there is none. */
export async function withdrawFactorReset(database: DatabaseTransaction, adminId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from factor_resets where admin_id = ${adminId} and expires_at > now() returning admin_id`.execute(
    asKernel(database),
  );
  return rows.length > 0;
}

/**
 * Removes every second factor of an admin, in the transaction that uses the confirmer's own factors, and ends the
 * admin's sessions; the admin must add a factor at the next sign-in. Rejects the requester, the admin themselves, and a
 * confirmer whose account, role or second factors are newer than the request, since the requester may have created
 * them. A request of a former super admin counts as absent.
 */
export async function confirmFactorReset(
  database: DatabaseTransaction,
  { adminId, confirmedBy }: { readonly adminId: number; readonly confirmedBy: number },
): Promise<FactorReset | ResetRejection> {
  await lockAdmin(database, adminId);
  const { rows } = await sql<FactorReset & { isOld: boolean }>`
    select r.admin_id "adminId", r.requested_by "requestedBy", r.reason, r.asked_at "askedAt", r.expires_at "expiresAt",
      ${isOlderConfirmer(columnsOf('confirmer'), sql`r.asked_at`)} "isOld"
    from factor_resets r join admins confirmer on confirmer.id = ${confirmedBy}
    where r.admin_id = ${adminId} and r.expires_at > now() and ${requesterStays} for update of r`.execute(
    asKernel(database),
  );
  const [row] = rows;
  if (!row) return 'none';
  if (adminId === confirmedBy) return 'own_account';
  if (row.requestedBy === confirmedBy) return 'own_request';
  if (!row.isOld) return 'too_new';
  const { isOld: _, ...reset } = row;
  await sql`delete from factor_resets where admin_id = ${adminId}`.execute(asKernel(database));
  await removeAllFactors(database, adminId);
  await sql`update admins set must_enrol = true where id = ${adminId}`.execute(asKernel(database));
  await endAdminSessions(database, [adminId], { reason: 'factor' });
  return reset;
}

/** Deletes expired requests. */
export async function sweepFactorResets(database: Database): Promise<void> {
  await sql`delete from factor_resets where expires_at <= now()`.execute(asKernel(database));
}
