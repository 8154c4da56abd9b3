import { createHash, randomBytes } from 'node:crypto';

/** A new token: 32 random bytes, opaque. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the shape of a token; anything else needs no query. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The stored form of a token: a reader of the table cannot sign in with it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
