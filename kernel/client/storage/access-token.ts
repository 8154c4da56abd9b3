import { readStored, writeStored } from './local-storage.ts';

/** The storage key of the credential; fixed by the specification. */
export const tokenKey = 'access-token';

let current: string | null | undefined;

/** The credential of the session, sent unchanged in `Authorization`. */
export function readToken(): string | null {
  if (current === undefined) current = readStored(tokenKey) || null;
  return current;
}

/** Stores the credential, or deletes it with `null`. */
export function writeToken(token: string | null): void {
  current = token;
  writeStored(tokenKey, token);
}
