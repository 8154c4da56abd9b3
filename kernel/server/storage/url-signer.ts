import { isSameSecret, signText } from '../installation/signing.ts';

const lifetime = 300;
const step = 60;

/** Signs the addresses of files, so that an `<img>` needs no header and no address contains a token. */
export interface Signer {
  url(fileId: number, sessionId: number): string;
  verify(fileId: number, query: { exp: string; sig: string }): { sessionId: number } | null;
}

/**
 * Creates a signer; `exp` is rounded up to the minute, so that a list that is read twice has the same addresses. `now`
 * returns seconds. The signature covers the session, so the address is valid only as long as the session.
 */
export function createSigner(secret: string | Buffer, now = () => Date.now() / 1000): Signer {
  const sign = (fileId: number, sessionId: number, exp: number) =>
    `${sessionId}.${signText(secret, `file:${fileId}:${sessionId}:${exp}`)}`;

  return {
    url(fileId, sessionId) {
      const exp = Math.ceil(now() / step) * step + lifetime;
      return `/api/uz/files/${fileId}?exp=${exp}&sig=${sign(fileId, sessionId, exp)}`;
    },
    verify(fileId, { exp, sig }) {
      const session = /^([1-9]\d{0,15})\.[\w-]{43}$/.exec(sig)?.[1];
      if (session === undefined || !/^\d{1,12}$/.test(exp)) return null;
      if (!isSameSecret(sig, sign(fileId, Number(session), Number(exp)))) return null;
      return Number(exp) >= now() ? { sessionId: Number(session) } : null;
    },
  };
}
