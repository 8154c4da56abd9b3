import { xchacha20poly1305 } from '@noble/ciphers/chacha';
import { session } from '../session/session-store.ts';
import { readStored, writeStored } from './local-storage.ts';

/*
 * Texts of a user stay on the computer, unreadable for others: they are encrypted with the user's key, which the server
 * sends only to their session. Without the key nothing can be read, and nothing is written. A server that follows only
 * the specification sends no key; then texts are stored unencrypted.
 */

const mark = 'sealed:';
const nonceBytes = 24;

/** The key of the session; `plain` if the server has none, null without a session. */
function readKey(): Uint8Array | 'plain' | null {
  const { state, admin } = session;
  if (state !== 'in' || admin === null) return null;
  const { storage_key: key } = admin;
  return key === undefined
    ? 'plain'
    : Uint8Array.from(key.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** Reads a text that the same user stored under a name; null if there is none, or it belongs to another user. */
export function readSealed(name: string): string | null {
  const stored = readStored(name);
  const key = readKey();
  if (stored === null || key === null) return null;
  // Stored before keys existed.
  if (!stored.startsWith(mark)) return stored;
  const opened = key === 'plain' ? null : open(key, name, fromBase64(stored.slice(mark.length)));
  return opened && new TextDecoder().decode(opened);
}

/** Stores a text under a name, encrypted for the same user, or removes it with `null`; returns whether it was stored. */
export function writeSealed(name: string, value: string | null): boolean {
  const key = readKey();
  if (value === null) return writeStored(name, null);
  if (key === null) return false;
  if (key === 'plain') return writeStored(name, value);
  return writeStored(name, mark + toBase64(seal(key, name, new TextEncoder().encode(value))));
}

/** Encrypts the user's texts that were stored before keys existed. */
export function sealStoredTexts(names: readonly string[]): void {
  for (const name of names) {
    const stored = readStored(name);
    if (stored !== null && !stored.startsWith(mark)) writeSealed(name, stored);
  }
}

/** A stored file: its description and its content, both encrypted. */
interface SealedFile {
  readonly about: Uint8Array;
  readonly bytes: Uint8Array;
}

/** Stored files: encrypted, or unencrypted if the server has no key. */
export type StoredFiles = readonly (SealedFile | File)[];

/** Encrypts files for storage under a name; throws without a session. */
export async function sealFiles(name: string, files: readonly File[]): Promise<StoredFiles> {
  const key = readKey();
  if (key === null) throw new Error('no user is signed in');
  if (key === 'plain') return files;
  return Promise.all(
    files.map(async (file) => {
      const about = JSON.stringify({ name: file.name, type: file.type, lastModified: file.lastModified });
      return {
        about: seal(key, name, new TextEncoder().encode(about)),
        bytes: seal(key, name, new Uint8Array(await file.arrayBuffer())),
      };
    }),
  );
}

/** Decrypts stored files; those that cannot be read are left out. */
export function openFiles(name: string, stored: StoredFiles): File[] {
  const key = readKey();
  if (key === null) return [];
  return stored.flatMap((one) => {
    if (one instanceof File) return [one];
    if (key === 'plain') return [];
    const about = open(key, name, one.about);
    const bytes = open(key, name, one.bytes);
    if (!about || !bytes) return [];
    const { name: fileName, ...options } = JSON.parse(new TextDecoder().decode(about)) as FilePropertyBag & {
      name: string;
    };
    return [new File([bytes], fileName, options)];
  });
}

/** The nonce and the ciphertext, which is bound to the name. */
function seal(key: Uint8Array, name: string, plain: Uint8Array): Uint8Array {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const sealed = xchacha20poly1305(key, nonce, new TextEncoder().encode(name)).encrypt(plain);
  const whole = new Uint8Array(nonceBytes + sealed.length);
  whole.set(nonce);
  whole.set(sealed, nonceBytes);
  return whole;
}

function open(key: Uint8Array, name: string, sealed: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const cipher = () => xchacha20poly1305(key, sealed.subarray(0, nonceBytes), new TextEncoder().encode(name));
  try {
    return new Uint8Array(cipher().decrypt(sealed.subarray(nonceBytes)));
  } catch {
    return null;
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In chunks, since the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
