import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartupError } from './startup-error.ts';

/** The variable with the path of a file of certificates: the key manufacturers that the operator trusts. */
export const attestationRootsVariable = 'KOMAK_ATTESTATION_ROOTS';

/** Reads the certificates of a PEM file; throws if one is invalid. */
export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/** Throws a {@link StartupError} if the file is configured but unreadable, since no key would be accepted. */
export function requireAttestationRoots(path: string | undefined): void {
  if (path === undefined || path === '') return;
  let count = 0;
  try {
    count = certificatesIn(readFileSync(path, 'utf8')).length;
  } catch (error) {
    throw new StartupError(
      `${attestationRootsVariable} is "${path}", which cannot be read as certificates (PEM): ${String(error)}.`,
    );
  }
  if (count === 0) {
    throw new StartupError(`${attestationRootsVariable} is "${path}", which contains no certificate (PEM).`);
  }
}
