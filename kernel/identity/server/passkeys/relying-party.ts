import { isIP } from 'node:net';
import { fail } from '#kernel/contract/index.ts';

/** The WebAuthn relying party: authenticators create keys for its host and sign for no other. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Derives the relying party from the deployment's address (`KOMAK_URL`). Throws `passkeys_unavailable` where browsers
 * create no keys: at an IP address, and without HTTPS except on localhost.
 */
export function relyingPartyOf(origin: string): RelyingParty {
  const { hostname, protocol } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/[[\]]/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) {
    throw fail('passkeys_unavailable');
  }
  return { id: hostname, origin };
}
