import { sql } from 'kysely';
import { fail } from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import type { Vault } from '#kernel/server/api/vault.ts';
import { attemptLimits, releaseAttempts, reserveAttempt } from '#kernel/server/limits/attempts.ts';
import { lockAdmin } from '../session/session-store.ts';
import { countRecoveryCodes, renewRecoveryCodes, consumeRecoveryCode } from './recovery-codes.ts';
import { hasAnyFactor, readAvailableFactors } from '../passkeys/available-factors.ts';
import { makeSecret, findTimeStep } from './totp.ts';

const purpose = 'second factor';

/** The state of an admin's second factor. */
export interface FactorState {
  readonly enabledAt: string | null;
  readonly recoveryLeft: number;
  /** Whether the installation's policy requires a second factor of this admin. */
  readonly required: boolean;
}

/** The kind of a code: from the authenticator application, or a recovery code. */
export type CodeKind = 'application' | 'recovery';

/** Whether this admin has a second factor: codes, or a passkey. */
export async function hasFactor(database: Database | DatabaseTransaction, adminId: number): Promise<boolean> {
  return hasAnyFactor(await readAvailableFactors(database, adminId));
}

/** Reads the state of an admin's second factor. */
export async function readFactor(
  database: Database | DatabaseTransaction,
  adminId: number,
): Promise<FactorState> {
  const { rows } = await sql<{ enabledAt: string | null; required: boolean }>`
    select f.confirmed_at "enabledAt", coalesce(case (select value from installation where key = 'second_factor')
        when 'everyone' then true when 'super_admins' then r.role = 'super_admin' end, false) as required
    from admins a join admin_roles r on r.id = a.role_id left join second_factors f on f.admin_id = a.id
    where a.id = ${adminId}`.execute(asKernel(database));
  const { enabledAt = null, required = false } = rows[0] ?? {};
  return {
    enabledAt,
    required,
    recoveryLeft: enabledAt === null ? 0 : await countRecoveryCodes(database, adminId),
  };
}

/** Stores a new secret, unconfirmed until its first code; null if a confirmed one exists. */
export async function beginFactor(database: Database, vault: Vault, adminId: number): Promise<Buffer | null> {
  const secret = makeSecret();
  const { rows } = await sql`
    insert into second_factors (admin_id, secret) values (${adminId}, ${vault.seal(purpose, secret)})
    on conflict (admin_id) do update set secret = excluded.secret, last_step = 0, created_at = now()
      where second_factors.confirmed_at is null
    returning admin_id`.execute(asKernel(database));
  return rows.length > 0 ? secret : null;
}

/** Confirms a secret with its first code and returns the recovery codes; null if the code is wrong. */
export async function confirmFactor(
  database: DatabaseTransaction,
  vault: Vault,
  adminId: number,
  code: string,
): Promise<string[] | null> {
  await lockAdmin(database, adminId);
  if (!(await takeApplicationCode(database, vault, { adminId, code, confirmed: false }))) return null;
  await sql`update second_factors set confirmed_at = now() where admin_id = ${adminId}`.execute(
    asKernel(database),
  );
  await recordEnrolment(database, adminId);
  return renewRecoveryCodes(database, adminId);
}

/** Consumes a code of either kind; null if it is wrong or used. */
export async function consumeCode(
  database: DatabaseTransaction,
  vault: Vault,
  adminId: number,
  code: string,
): Promise<CodeKind | null> {
  await lockAdmin(database, adminId);
  if (isApplicationCode(code)) {
    const taken = await takeApplicationCode(database, vault, { adminId, code, confirmed: true });
    return taken ? 'application' : null;
  }
  return (await consumeRecoveryCode(database, adminId, code)) ? 'recovery' : null;
}

/** Records that an admin whose factors were reset has added one. */
export async function recordEnrolment(database: DatabaseTransaction, adminId: number): Promise<void> {
  await sql`update admins set must_enrol = false where id = ${adminId} and must_enrol`.execute(
    asKernel(database),
  );
}

/** Removes the authenticator application, its recovery codes and all passkeys; false if there were none. */
export async function removeAllFactors(
  database: Database | DatabaseTransaction,
  adminId: number,
): Promise<boolean> {
  const hadCodes = await removeFactor(database, adminId);
  const { rows } = await sql`delete from passkeys where admin_id = ${adminId} returning id`.execute(
    asKernel(database),
  );
  return hadCodes || rows.length > 0;
}

/** Removes the authenticator application with its recovery codes; false if there was none. */
export async function removeFactor(
  database: Database | DatabaseTransaction,
  adminId: number,
): Promise<boolean> {
  await lockAdmin(database, adminId);
  const { rows } = await sql<{ used: boolean }>`
    delete from second_factors where admin_id = ${adminId} returning confirmed_at is not null as used`.execute(
    asKernel(database),
  );
  return rows[0]?.used ?? false;
}

/**
 * Runs `work`, which checks a code, as one of the admin's attempts; successes do not count. Both return null for a
 * wrong code. Throws `too_many_attempts` after ten wrong codes within fifteen minutes.
 */
export async function withCodeAttempt<Result>(
  database: Database,
  adminId: number,
  work: () => Promise<Result | null>,
): Promise<Result | null> {
  const attempt = await reserveAttempt(database, `code of ${adminId}`, attemptLimits.login);
  const result = await work();
  if (result !== null) await releaseAttempts(database, [attempt]);
  return result;
}

/** An error 422 for the code field. */
export function wrongCodeError() {
  return fail('invalid', { fields: { code: { key: 'kernel:errors.wrong_code' } } });
}

function isApplicationCode(code: string): boolean {
  return /^\d{6}$/.test(code.replace(/\s/g, ''));
}

/** Locks the row until the transaction ends: of two concurrent calls with one code, only one succeeds. */
async function takeApplicationCode(
  database: DatabaseTransaction,
  vault: Vault,
  { adminId, code, confirmed }: { adminId: number; code: string; confirmed: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ secret: Buffer; lastStep: number }>`
    select secret, last_step "lastStep" from second_factors
    where admin_id = ${adminId} and (confirmed_at is not null) = ${confirmed} for update`.execute(
    asKernel(database),
  );
  const [row] = rows;
  if (!row) return false;
  const secret = vault.open(purpose, row.secret);
  if (secret === null) {
    throw new Error(
      `The second factor of admin ${adminId} was encrypted with another KOMAK_KEY; restore the key, or reset the factor.`,
    );
  }
  const step = findTimeStep(secret, code.replace(/\s/g, ''), Date.now());
  if (step === null || step <= row.lastStep) return false;
  await sql`update second_factors set last_step = ${step} where admin_id = ${adminId}`.execute(
    asKernel(database),
  );
  return true;
}
