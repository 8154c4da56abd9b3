/** Hashes the passwords of calls, two at a time; throws `too_many_attempts` if too many wait. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether a password matches a hash; without a valid hash it takes as long and returns false. A named caller can have
   * one hash computed at a time; throws `busy` for more.
   */
  verify(passwordHash: string | null, password: string, limitedCaller?: string): Promise<boolean>;
}
