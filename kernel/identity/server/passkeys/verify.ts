import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { fail } from '#kernel/contract/index.ts';
import type { PasskeyAssertion, PasskeyRegistration } from '#kernel/identity/contract/passkeys.ts';
import type { Database, DatabaseTransaction, ServerContext } from '#kernel/server/api/index.ts';
import { isTrustedMaker } from './attestation-roots.ts';
import { consumeChallenge, type ChallengeUse } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { findPasskey, recordPasskeyUse, type NewPasskey, type StoredPasskey } from './store.ts';

type Checker = Pick<ServerContext, 'database'> & Partial<Pick<ServerContext, 'log'>>;

/** A verified signature that has not been consumed yet. */
export interface CheckedAssertion {
  readonly passkey: StoredPasskey;
  readonly counter: number;
  readonly backedUp: boolean;
}

/** The user handle of an admin, under which authenticators store keys. */
export function userHandleOf(adminId: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(`admin ${adminId}`));
}

/**
 * Verifies an authenticator's signature: challenge (always consumed), origin, relying party, user verification and
 * signature. Throws `passkey_expired` if the challenge is not (or no longer) valid for this use, and `passkey_refused`
 * otherwise.
 */
export async function checkAssertion(
  { database, log }: Checker,
  response: PasskeyAssertion,
  { party, use }: { readonly party: RelyingParty; readonly use: ChallengeUse },
): Promise<CheckedAssertion> {
  const expectedChallenge = await takeChallenge(database, response.response.clientDataJSON, use);
  const passkey = await findPasskey(database, response.id);
  if (!passkey) throw fail('passkey_refused');
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is compared when it is written.
      credential: { id: response.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    });
    const { userHandle } = response.response;
    const isOwn = !userHandle || Buffer.from(userHandle, 'base64url').equals(userHandleOf(passkey.adminId));
    if (!verified || !isOwn) throw new Error('the signature is not that of the owner of the key');
    const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo;
    // Whether a key can be copied is fixed at its creation, so a change means that it is another key.
    if (credentialDeviceType !== passkey.deviceType)
      throw new Error('the key has changed between device-bound and synced');
    return { passkey, counter: newCounter, backedUp: credentialBackedUp };
  } catch (error) {
    log?.info({ err: error }, 'a passkey was rejected');
    throw fail('passkey_refused');
  }
}

/**
 * Consumes a verified signature in the transaction of the action that it allows. Throws `passkey_refused` if the key
 * was removed concurrently, and `passkey_copied` if its counter did not increase, which indicates a copy.
 */
export async function consumeAssertion(
  database: DatabaseTransaction,
  { passkey, counter, backedUp }: CheckedAssertion,
): Promise<void> {
  const outcome = await recordPasskeyUse(database, passkey.id, { counter, backedUp });
  if (outcome === 'gone') throw fail('passkey_refused');
  if (outcome === 'counter') throw fail('passkey_copied');
}

/** Verifies a new key like {@link checkAssertion} and returns the fields to store. */
export async function checkRegistration(
  { database, log }: Checker,
  response: PasskeyRegistration,
  { party, use }: { readonly party: RelyingParty; readonly use: ChallengeUse },
): Promise<Omit<NewPasskey, 'adminId' | 'name'>> {
  const expectedChallenge = await takeChallenge(database, response.response.clientDataJSON, use);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, response: withTransports(response.response) },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!verified) throw new Error('the attestation is invalid');
    const isBound =
      registrationInfo.credentialDeviceType === 'singleDevice' && !registrationInfo.credentialBackedUp;
    const { credential, credentialDeviceType, credentialBackedUp, aaguid, attestationObject } =
      registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: credential.transports ?? [],
      aaguid,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
      hardware: isBound && (await isAttested(attestationObject)),
    };
  } catch (error) {
    log?.info({ err: error }, 'a new passkey was rejected');
    throw fail('passkey_refused');
  }
}

/**
 * Whether the attestation has a certificate of a manufacturer that the operator trusts; any program can make a
 * self-signed key.
 */
async function isAttested(attestationObject: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  return isTrustedMaker(decodeAttestationObject(attestationObject).get('attStmt').get('x5c') ?? []);
}

/**
 * Consumes the signed challenge before anything else is compared. Throws `passkey_expired` if it is not valid for this
 * use, and `passkey_refused` if there is none.
 */
async function takeChallenge(database: Database, clientData: string, use: ChallengeUse): Promise<string> {
  const challenge = challengeIn(clientData);
  if (challenge === null) throw fail('passkey_refused');
  if (!(await consumeChallenge(database, challenge, use))) throw fail('passkey_expired');
  return challenge;
}

function challengeIn(clientData: string): string | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    const isNamed = typeof read === 'object' && read !== null && 'challenge' in read;
    return isNamed && typeof read.challenge === 'string' ? read.challenge : null;
  } catch {
    return null;
  }
}

const transports: readonly AuthenticatorTransport[] = [
  'ble', 'hybrid', 'internal', 'nfc', 'usb',
]; // prettier-ignore

/** Filters the known transports; browsers may name others. */
export function knownTransports(named: readonly string[]): AuthenticatorTransport[] {
  return transports.filter((one) => named.includes(one));
}

function withTransports({ transports: named = [], ...response }: PasskeyRegistration['response']) {
  return { ...response, transports: knownTransports(named) };
}
