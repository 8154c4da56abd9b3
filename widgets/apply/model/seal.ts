/** Encrypts the draft, which is stored by the surrounding page: its scripts cannot read it. */
export interface Seal {
  /** Null if the browser cannot encrypt: on pages without HTTPS. */
  close(plain: string): Promise<string | null>;
  /** Null if it was sealed with another key, was changed, or is invalid. */
  open(sealed: string): Promise<string | null>;
}

const nonceBytes = 12;

/** Creates the seal for a key that the server wrote into the panel: 32 bytes as base64url. */
export function createSeal(key: string): Seal {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  const raw = subtle && key !== '' ? bytesOf(key) : null;
  const imported =
    subtle && raw?.length === 32
      ? subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
      : null;
  return {
    async close(plain) {
      if (!subtle || !imported) return null;
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const data = new TextEncoder().encode(plain);
      const sealed = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv }, await imported, data));
      return textOf(new Uint8Array([...iv, ...sealed]));
    },
    async open(sealed) {
      if (!subtle || !imported || sealed === '') return null;
      try {
        const bytes = bytesOf(sealed);
        const iv = bytes.slice(0, nonceBytes);
        const data = bytes.slice(nonceBytes);
        return new TextDecoder().decode(await subtle.decrypt({ name: 'AES-GCM', iv }, await imported, data));
      } catch {
        return null;
      }
    },
  };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: Uint8Array): string {
  let plain = '';
  for (const byte of bytes) plain += String.fromCharCode(byte);
  return btoa(plain);
}
