import { hash, verify } from '@node-rs/argon2';
import { fail } from '#kernel/contract/index.ts';
import type { Passwords } from '#kernel/server/api/passwords.ts';
import { checkPassword } from '#kernel/identity/contract/check-password.ts';
import { createCallerLimit } from '#kernel/server/concurrency/caller-limit.ts';
import { createTaskQueue } from '#kernel/server/concurrency/task-queue.ts';

/** OWASP's parameters for Argon2id. */
const parameters = { memoryCost: 19456, timeCost: 2, parallelism: 1 } as const;

/** Verified for an unknown login, so that it takes as long as a wrong password. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$0cYRSXUvi9rhgJE/nxJAYQ$zmt5s/lDpEI5HqrsknB8GowLlbaecuBhx1Ht9vyJvZA';

/** Hashes a password with Argon2id, for seeds; calls use {@link Passwords}. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** Creates the password hasher of a server: it rejects a flood of sign-ins, since each hash takes 19 MiB. */
export function createPasswords(): Passwords {
  const queue = createTaskQueue({ concurrency: 2, maxQueued: 32, retryAfter: 2 });
  const limited = createCallerLimit(1);
  return {
    hash: (password) => queue.run(() => hashPassword(password)),
    async verify(passwordHash, password, limitedCaller) {
      const isHash = passwordHash?.startsWith('$argon2id$') ?? false;
      const check = () => queue.run(() => verify(isHash ? (passwordHash as string) : dummyHash, password));
      const isSame = await (limitedCaller === undefined ? check() : limited.run(limitedCaller, check));
      return isSame && isHash;
    },
  };
}

/** Throws `invalid`, with the reason under `password`, if a new password breaks a rule. */
export function requireGoodPassword(password: string, login: string): void {
  const verdict = checkPassword(password, { login });
  if (verdict === 'ok') return;
  throw fail('invalid', { fields: { password: { key: `kernel:errors.password_${verdict}` } } });
}
