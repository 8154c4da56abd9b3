import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { randomCode } from '#kernel/server/installation/token.ts';

/** Number of codes in a list. */
export const recoveryCodeCount = 10;

/** Groups per code: 123 random bits, so no slow hash is needed. */
const codeGroups = 5;

/** Replaces the recovery codes; they are returned once and stored as hashes. */
export async function renewRecoveryCodes(database: DatabaseTransaction, adminId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomCode(codeGroups));
  const hashes = codes.map((code) => hashOf(adminId, code).toString('hex'));
  await sql`delete from recovery_codes where admin_id = ${adminId}`.execute(asKernel(database));
  await sql`insert into recovery_codes (admin_id, code_hash)
    select ${adminId}, decode(hash, 'hex') from unnest(${hashes}::text[]) as hash`.execute(
    asKernel(database),
  );
  return codes;
}

/** Consumes a recovery code; false if it is wrong or used. */
export async function consumeRecoveryCode(
  database: DatabaseTransaction,
  adminId: number,
  typed: string,
): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = now()
    where admin_id = ${adminId} and code_hash = ${hashOf(adminId, typed)} and used_at is null
    returning admin_id`.execute(asKernel(database));
  return rows.length > 0;
}

/** Counts the unused codes. */
export async function countRecoveryCodes(
  database: Database | DatabaseTransaction,
  adminId: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from recovery_codes where admin_id = ${adminId} and used_at is null`.execute(
    asKernel(database),
  );
  return rows[0]?.count ?? 0;
}

/** The stored hash of a code; case, white space and hyphens are ignored. */
function hashOf(adminId: number, typed: string): Buffer {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`recovery of ${adminId}: ${plain}`).digest();
}
