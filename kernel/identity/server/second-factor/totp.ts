import { Secret, TOTP } from 'otpauth';

/** The parameters that every authenticator application supports: SHA-1, six digits, 30 seconds (RFC 6238). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;

/** Time steps that a clock may be fast or slow. */
const allowedDrift = 1;

/** Creates a secret of 160 random bits (RFC 4226). */
export function makeSecret(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes);
}

/** The secret in base 32, for typing if scanning is not possible. */
export function secretText(secret: Buffer): string {
  return secretOf(secret).base32;
}

/** The URI that an authenticator application reads from a QR code. */
export function enrolmentUri(secret: Buffer, about: { issuer: string; login: string }): string {
  const { issuer, login } = about;
  return new TOTP({ ...parameters, secret: secretOf(secret), issuer, label: login }).toString();
}

/** The code at a time in milliseconds. */
export function codeAt(secret: Buffer, moment: number): string {
  return new TOTP({ ...parameters, secret: secretOf(secret) }).generate({ timestamp: moment });
}

/** The time step of a code near a moment (milliseconds since 1970); null if the code is wrong. */
export function findTimeStep(secret: Buffer, code: string, moment: number): number | null {
  const totp = new TOTP({ ...parameters, secret: secretOf(secret) });
  const delta = totp.validate({ token: code, timestamp: moment, window: allowedDrift });
  return delta === null ? null : totp.counter({ timestamp: moment }) + delta;
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
