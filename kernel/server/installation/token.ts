import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Creates an opaque token of 32 random bytes. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the shape of a token; others need no query. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The stored digest of a token; readers of the table cannot sign in with it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Without letters that look alike, since the codes are read from a screen or paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random code of groups of five characters, almost five bits each. */
export function randomCode(groups: number): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** An initial password: 99 bits, and short enough to type. */
export function randomPassword(): string {
  return randomCode(4);
}
