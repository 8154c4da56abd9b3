import { sql } from 'kysely';
import { fail, type Manifest, type Message } from '#kernel/contract/index.ts';
import type { PasskeyAssertion } from '#kernel/identity/contract/passkeys.ts';
import type { DatabaseTransaction, Effects, ServerContext } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { attemptLimits, releaseAttempts, reserveAttempt } from '#kernel/server/limits/attempts.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { checkAssertion, consumeAssertion } from '../passkeys/verify.ts';
import { hasAnyFactor, readAvailableFactors } from '../passkeys/available-factors.ts';
import { lockSession } from '../session/session-store.ts';
import { lockProof } from '../session/sign-in.ts';
import { consumeCode, hasFactor, withCodeAttempt, wrongCodeError } from './factor.ts';

/** The factors that an admin presents before a critical change: password and code, or a passkey. */
export interface PresentedFactors {
  readonly password: string;
  readonly code: string;
  readonly passkey?: PasskeyAssertion | undefined;
  /** `sessionId` and `origin` of the call; without both, no passkey is accepted. */
  readonly sessionId?: number;
  readonly origin?: string;
}

/**
 * Checks the admin's own password before a critical change and returns the login. Throws `invalid` for the field, and
 * `too_many_attempts` against guessing.
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
    throw fieldError('password', 'own_password_wrong');
  }
  await releaseAttempts(database, [attempt]);
  return { login: admin.login };
}

/**
 * Checks the admin's own password and a code of their second factor, or a passkey instead of both, and runs the
 * callback in the transaction that consumes the code or signature. Throws `factor_off` if they have no second factor,
 * `invalid` for a wrong field, and `too_many_attempts`.
 */
export async function withProof<Result, M extends Manifest = Manifest>(
  context: Pick<ServerContext<M>, 'database' | 'passwords' | 'vault' | 'transaction'>,
  adminId: number,
  proof: PresentedFactors,
  work: (effects: Effects<M>) => Promise<Result>,
): Promise<Result> {
  if (!(await hasFactor(context.database, adminId))) throw fail('factor_off');
  return withOwnProof(context, adminId, proof, work);
}

/** Like {@link withProof}, but without a second factor the password is sufficient. */
export async function withOwnProof<Result, M extends Manifest = Manifest>(
  context: Pick<ServerContext<M>, 'database' | 'passwords' | 'vault' | 'transaction'>,
  adminId: number,
  proof: PresentedFactors,
  work: (effects: Effects<M>) => Promise<Result>,
): Promise<Result> {
  if (!proof.passkey) {
    if (proof.password === '') throw fieldError('password', 'own_password_wrong');
    await requireOwnPassword(context, adminId, proof.password);
  }
  return withFactor(context, adminId, proof, work);
}

/** Checks only the second factor, if there is one, after the caller has checked the password. */
export async function withFactor<Result, M extends Manifest = Manifest>(
  context: Pick<ServerContext<M>, 'database' | 'passwords' | 'vault' | 'transaction'>,
  adminId: number,
  { code, passkey, sessionId, origin }: Omit<PresentedFactors, 'password'>,
  work: (effects: Effects<M>) => Promise<Result>,
): Promise<Result> {
  const ways = await readAvailableFactors(context.database, adminId);
  if (passkey) {
    if (sessionId === undefined || origin === undefined) throw fail('passkey_refused');
    const use = { purpose: 'proof', sessionId } as const;
    const checked = await checkAssertion(context, passkey, { party: relyingPartyOf(origin), use });
    const isGood = checked.passkey.adminId === adminId && (!ways.hardwareOnly || checked.passkey.hardware);
    if (!isGood) throw fail('passkey_refused');
    return context.transaction(async (effects) => {
      await lockProof(effects.database, checked.passkey);
      await consumeAssertion(effects.database, checked);
      return work(effects);
    });
  }
  /** A session that was ended, or an admin who was blocked, while the password was checked proves nothing any more. */
  const lock = (database: DatabaseTransaction) =>
    sessionId === undefined
      ? lockProof(database, { adminId })
      : lockSession(database, { adminId, sessionId });
  if (!hasAnyFactor(ways)) {
    return context.transaction(async (effects) => {
      await lock(effects.database);
      return work(effects);
    });
  }
  if (!ways.code) throw fieldError('passkey', 'passkey_needed');
  const done = await withCodeAttempt(context.database, adminId, () =>
    context.transaction(async (effects) => {
      await lock(effects.database);
      if ((await consumeCode(effects.database, context.vault, adminId, code)) === null) return null;
      return { result: await work(effects) };
    }),
  );
  if (done === null) throw wrongCodeError();
  return done.result;
}

function fieldError(field: string, key: string) {
  const fields: Record<string, Message> = { [field]: { key: `kernel:errors.${key}` } };
  return fail('invalid', { fields });
}
