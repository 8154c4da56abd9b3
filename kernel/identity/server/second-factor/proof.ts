import { sql } from 'kysely';
import { fail, type Manifest } from '#kernel/contract/index.ts';
import type { Effects, ServerContext } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { attemptLimits, releaseAttempts, reserveAttempt } from '../attempts.ts';
import { consumeCode, hasFactor, withCodeAttempt, wrongCodeError } from './factor.ts';

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

/**
 * Checks the admin's own password and a code of their second factor, and runs the work in the transaction that uses the code
 * up. Throws `factor_off` where they have no second factor, `invalid` for a wrong field, and `too_many_attempts`.
 */
export async function withProof<Result, M extends Manifest = Manifest>(
  context: Pick<ServerContext<M>, 'database' | 'passwords' | 'vault' | 'transaction'>,
  adminId: number,
  { password, code }: { readonly password: string; readonly code: string },
  work: (effects: Effects<M>) => Promise<Result>,
): Promise<Result> {
  if (!(await hasFactor(context.database, adminId))) throw fail('factor_off');
  await requireOwnPassword(context, adminId, password);
  const done = await withCodeAttempt(context.database, adminId, () =>
    context.transaction(async (effects) => {
      if ((await consumeCode(effects.database, context.vault, adminId, code)) === null) return null;
      return { result: await work(effects) };
    }),
  );
  if (done === null) throw wrongCodeError();
  return done.result;
}
