import { createHash, randomBytes } from 'node:crypto';

/** A new token: 32 random bytes, opaque. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the shape of a token; anything else needs no look into the database. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What the database keeps of a token: who reads the table cannot sign in with it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
