import { sql } from 'kysely';
import { fail } from '#kernel/contract/index.ts';
import type { ServerContext } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { attemptLimits, releaseAttempts, reserveAttempt } from '../attempts.ts';
import { withCodeAttempt, wrongCodeError } from './factor.ts';

/**
 * Checks the admin's own password again, before what an unattended screen must not allow. Throws `invalid` for the field,
 * and `too_many_attempts` when it is being guessed; returns the login.
 */
export async function requireOwnPassword(
  { database, passwords }: Pick<ServerContext, 'database' | 'passwords'>,
  adminId: number,
  password: string,
): Promise<{ login: string }> {
  const { rows } = await sql<{ login: string; password_hash: string }>`
    select login, password_hash from admins where id = ${adminId} and not blocked`.execute(
    asKernel(database),
  );
  const [admin] = rows;
  if (!admin) throw fail('unauthenticated');
  const attempt = await reserveAttempt(database, `password of ${adminId}`, attemptLimits.login);
  if (!(await passwords.verify(admin.password_hash, password))) {
    throw fail('invalid', { fields: { password: { key: 'kernel:errors.own_password_wrong' } } });
  }
  await releaseAttempts(database, [attempt]);
  return { login: admin.login };
}

/** Checks the admin's own password, then runs the work that consumes a code; its `null` means a wrong code. */
export async function requirePasswordAndCode<Result>(
  scope: Pick<ServerContext, 'database' | 'passwords'>,
  adminId: number,
  { password }: { readonly password: string },
  work: () => Promise<Result | null>,
): Promise<Result> {
  await requireOwnPassword(scope, adminId, password);
  const result = await withCodeAttempt(scope.database, adminId, work);
  if (result === null) throw wrongCodeError();
  return result;
}
