import { sql } from 'kysely';
import { fail } from '#kernel/contract/index.ts';
import type { DatabaseTransaction, ServerContext } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { attemptLimits, releaseAttempts, reserveAttempt } from '#kernel/server/limits/attempts.ts';
import { markEnding } from './end-sessions.ts';
import { requireGoodPassword } from './password.ts';
import { deleteSessionsOf, notifySessionChange } from './session-store.ts';

/** A change of the admin's own password. */
export interface PasswordChange {
  readonly adminId: number;
  /** The session that is not ended. */
  readonly sessionId: number;
  readonly oldPassword: string;
  readonly password: string;
}

/** A change that passed {@link checkPasswordChange}, ready to be written. */
export interface CheckedPasswordChange {
  readonly adminId: number;
  readonly sessionId: number;
  readonly oldHash: string;
  readonly newHash: string;
}

/**
 * Checks the old password and the rules for the new one. Throws `invalid` with the wrong field, and `too_many_attempts`
 * against guessing. Hashing is slow, so it must not run in a transaction.
 */
export async function checkPasswordChange(
  { database, passwords }: Pick<ServerContext, 'database' | 'passwords'>,
  change: PasswordChange,
): Promise<CheckedPasswordChange> {
  const { adminId, sessionId, oldPassword, password } = change;
  const { rows } = await sql<{ login: string; password_hash: string }>`
    select login, password_hash from admins where id = ${adminId} and not blocked`.execute(
    asKernel(database),
  );
  const [admin] = rows;
  if (!admin) throw fail('unauthenticated');
  requireGoodPassword(password, admin.login);
  const attempt = await reserveAttempt(database, `password of ${adminId}`, attemptLimits.login);
  if (!(await passwords.verify(admin.password_hash, oldPassword))) {
    throw fail('invalid', { fields: { old_password: { key: 'kernel:errors.password_wrong' } } });
  }
  await releaseAttempts(database, [attempt]);
  if (password === oldPassword) {
    throw fail('invalid', { fields: { password: { key: 'kernel:errors.password_same' } } });
  }
  return { adminId, sessionId, oldHash: admin.password_hash, newHash: await passwords.hash(password) };
}

/** Writes the new password and ends every other session of the admin, in the transaction of its audit entry. */
export async function changePassword(
  transaction: DatabaseTransaction,
  { adminId, sessionId, oldHash, newHash }: CheckedPasswordChange,
): Promise<void> {
  const { rows } = await sql`
    update admins set password_hash = ${newHash}, must_change_password = false, updated_at = now()
    where id = ${adminId} and password_hash = ${oldHash} returning id`.execute(asKernel(transaction));
  if (rows.length === 0) throw fail('edit_conflict');
  const ended = await deleteSessionsOf(transaction, [adminId], sessionId, 'password');
  // The remaining session may gain rights, so it is reloaded too.
  markEnding(transaction, [...ended, sessionId]);
  await notifySessionChange(transaction, [sessionId]);
}
