import { Secret, TOTP } from 'otpauth';

/** What every application for codes takes: SHA-1, six digits, half a minute (RFC 6238). */
const figures = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;

/** So many half minutes a clock may be fast or slow. */
const drift = 1;

/** A new secret: 160 random bits, as RFC 4226 wants them. */
export function makeSecret(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes);
}

/** The secret as a person types it who cannot scan: base 32. */
export function secretText(secret: Buffer): string {
  return secretOf(secret).base32;
}

/** The address that an application for codes reads from a picture. */
export function enrolmentUri(secret: Buffer, about: { issuer: string; login: string }): string {
  const { issuer, login } = about;
  return new TOTP({ ...figures, secret: secretOf(secret), issuer, label: login }).toString();
}

/** The code of a moment, in milliseconds. */
export function codeAt(secret: Buffer, moment: number): string {
  return new TOTP({ ...figures, secret: secretOf(secret) }).generate({ timestamp: moment });
}

/** Which half minute a code belongs to, near a moment; null when it is the code of none. */
export function findTimeStep(secret: Buffer, code: string, moment: number): number | null {
  const totp = new TOTP({ ...figures, secret: secretOf(secret) });
  const delta = totp.validate({ token: code, timestamp: moment, window: drift });
  return delta === null ? null : totp.counter({ timestamp: moment }) + delta;
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
