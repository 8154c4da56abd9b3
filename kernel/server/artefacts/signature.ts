import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import type { Deployment, Manifest } from '#kernel/contract/index.ts';
import { rejection, type Rejection } from './rejection.ts';

/** `signature.json` of an artefact. */
export const signatureSchema = z.strictObject({
  /** The name of the key in `trust.keys` of the deployment. */
  key: z.string(),
  /** The Ed25519 signature of the digest's text, base64. */
  signature: z.base64(),
});
export type Signature = z.infer<typeof signatureSchema>;

/** The ASN.1 prefix of the 32 bytes of an Ed25519 public key. */
const publicKeyPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Creates a key pair: the private key as PEM, the public key as base64 of its 32 bytes, for `trust.keys`. */
export function generateKey(): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicTextOf(privateKey),
  };
}

function publicTextOf(privateKey: KeyObject): string {
  const whole = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return whole.subarray(publicKeyPrefix.length).toString('base64');
}

/** Signs a digest with a private key in PEM; throws if it is not an Ed25519 key. */
export function signDigest(digest: string, key: string, privateKey: string): Signature {
  const secret = createPrivateKey(privateKey);
  if (secret.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key');
  return { key, signature: sign(null, Buffer.from(digest), secret).toString('base64') };
}

/** Why an artefact is trusted: a listed key signed it, or the deployment names its hash. */
export type Signer = { readonly by: 'key'; readonly key: string } | { readonly by: 'hash' };

/** The parts of an artefact on which trust depends. */
interface SignedArtefact {
  readonly manifest: Pick<Manifest, 'id' | 'isolation'>;
  readonly digest: string;
  readonly signature: Signature | null;
}

/**
 * Whether a deployment trusts an artefact, or a rejection. Code that runs in the server, or in the shell with the user's
 * session, needs a signature or a listed hash. Code in a frame needs neither, but if present they must be valid.
 */
export function checkTrust(
  { manifest: { id, isolation }, digest, signature }: SignedArtefact,
  { trust, plugins }: Pick<Deployment, 'trust' | 'plugins'>,
): { readonly signer: Signer | null; readonly rejection: Rejection | null } {
  const expected = plugins[id]?.integrity;
  if (expected !== undefined && expected !== digest)
    return { signer: null, rejection: rejection('other_digest', { wanted: expected, given: digest }) };
  if (expected !== undefined) return { signer: { by: 'hash' }, rejection: null };
  if (!signature)
    return { signer: null, rejection: isolation === 'frame' ? null : rejection('unsigned', { id, digest }) };
  const { key } = signature;
  const listed = Object.hasOwn(trust.keys, key) ? trust.keys[key] : undefined;
  if (listed === undefined) return { signer: null, rejection: rejection('unknown_key', { key }) };
  const spki = Buffer.concat([publicKeyPrefix, Buffer.from(listed, 'base64')]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const isGenuine = verify(null, Buffer.from(digest), publicKey, Buffer.from(signature.signature, 'base64'));
  if (!isGenuine) return { signer: null, rejection: rejection('tampered', { key }) };
  return { signer: { by: 'key', key }, rejection: null };
}
