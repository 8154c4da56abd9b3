import { sql } from 'kysely';
import { fail } from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction } from '../plugin.ts';
import { attemptLimits, giveBackAttempts, reserveAttempt } from './attempts.ts';
import { markEnding } from './ending.ts';
import { hashPassword, requireGoodPassword, verifyPassword } from './password.ts';
import { deleteSessionsOf } from './session-rows.ts';

/** A change of one's own password. */
export interface PasswordChange {
  readonly adminId: number;
  /** The session that stays. */
  readonly sessionId: number;
  readonly oldPassword: string;
  readonly password: string;
}

/**
 * Replaces a password and ends every other session of the admin, in one transaction. Throws `invalid` with the field when
 * the old password is wrong or the new one breaks a rule, and `too_many_attempts` when the old one is being guessed.
 */
export async function changePassword(
  /** For the attempts, which count even when the transaction is undone. */
  database: Database,
  transaction: DatabaseTransaction,
  change: PasswordChange,
): Promise<void> {
  const { adminId, sessionId, oldPassword, password } = change;
  const attempt = await reserveAttempt(database, `password of ${adminId}`, attemptLimits.login);
  const { rows } = await sql<{ login: string; password_hash: string }>`
    select login, password_hash from admins where id = ${adminId} and not blocked for update`.execute(
    transaction,
  );
  const [admin] = rows;
  if (!admin) throw fail('unauthenticated');
  if (!(await verifyPassword(admin.password_hash, oldPassword))) {
    throw fail('invalid', { fields: { old_password: { key: 'kernel:errors.password_wrong' } } });
  }
  await giveBackAttempts(database, [attempt]);
  requireGoodPassword(password, admin.login);
  if (password === oldPassword) {
    throw fail('invalid', { fields: { password: { key: 'kernel:errors.password_same' } } });
  }
  await sql`
    update admins set password_hash = ${await hashPassword(password)}, must_change_password = false, updated_at = now()
    where id = ${adminId}`.execute(transaction);
  markEnding(await deleteSessionsOf(transaction, adminId, sessionId));
}
