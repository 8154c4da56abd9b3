import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartupError } from './startup-error.ts';

/** Names a file with the certificates of the key manufacturers whom the operator trusts. */
export const attestationRootsVariable = 'KOMAK_ATTESTATION_ROOTS';

/** The certificates of a file in PEM, one after the other; throws where one cannot be read. */
export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/** Throws a {@link StartupError} where the list of makers is named and cannot be read: no key would be good. */
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
