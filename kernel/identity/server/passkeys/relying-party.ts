import { isIP } from 'node:net';
import { fail } from '#kernel/contract/index.ts';

/** The relying party of WebAuthn: authenticators create keys for its host, and sign for no other. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party of this deployment, by its address (`KOMAK_URL`). Throws `passkeys_unavailable` where browsers create
 * no keys: at a numeric address, and without https except on localhost.
 */
export function relyingPartyOf(origin: string): RelyingParty {
  const { hostname, protocol } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/[[\]]/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) {
    throw fail('passkeys_unavailable');
  }
  return { id: hostname, origin };
}
