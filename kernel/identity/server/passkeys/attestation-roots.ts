import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { certificatesIn, attestationRootsVariable } from '#kernel/server/config/attestation-roots.ts';

/** More certificates than manufacturers use between key and root. */
const longestChain = 8;

/**
 * Whether the certificate chain of an attestation (the key's own first) leads to a manufacturer that the operator
 * trusts. Without a list of manufacturers every certificate is accepted: then it only claims, without proof, that the
 * authenticator is a hardware key.
 */
export async function isTrustedMaker(
  chain: readonly Uint8Array[],
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<boolean> {
  if (chain.length === 0) return false;
  const path = variables[attestationRootsVariable] ?? '';
  if (path === '') return true;
  // Read each time: keys are rarely added, and the list may be replaced while the server runs.
  const roots = certificatesIn(await readFile(path, 'utf8')).filter(isValidNow);
  return leadsTo(roots, chain.slice(0, longestChain).map(certificateOf));
}

function leadsTo(roots: readonly X509Certificate[], chain: readonly X509Certificate[]): boolean {
  for (const [index, certificate] of chain.entries()) {
    if (!isValidNow(certificate)) return false;
    if (roots.some((root) => isSame(root, certificate) || isSignedBy(certificate, root))) return true;
    const next = chain[index + 1];
    if (!next || !isSignedBy(certificate, next)) return false;
  }
  return false;
}

function isSame(one: X509Certificate, other: X509Certificate): boolean {
  return one.fingerprint256 === other.fingerprint256;
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isValidNow({ validFromDate, validToDate }: X509Certificate): boolean {
  const now = new Date();
  return validFromDate <= now && now <= validToDate;
}

function certificateOf(bytes: Uint8Array): X509Certificate {
  return new X509Certificate(bytes);
}
