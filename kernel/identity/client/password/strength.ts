import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { commonPasswords, commonWords } from '#kernel/identity/contract/common-passwords.ts';
import { checkPassword } from '#kernel/identity/contract/check-password.ts';

// Loaded when a password is typed: the estimator and its dictionary are larger than the page.

/** Resistance of a password to guessing, from 0 (immediate) to 4 (years). */
export type Strength = 0 | 1 | 2 | 3 | 4;

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: [...commonPasswords], words: [...commonWords] },
});

/**
 * Estimates the strength of a password; passwords that the rules reject are weak. `about` is public data of its owner.
 */
export function strengthOf(password: string, about: { login: string }): Strength {
  const { score } = estimator.check(password, [about.login]);
  return checkPassword(password, about) === 'ok' ? score : (Math.min(score, 1) as Strength);
}
