import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { challengeSeconds, rememberChallenge, type ChallengeUse } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { listStoredPasskeys } from './store.ts';
import { knownTransports, userHandleOf } from './verify.ts';
import { readAvailableFactors } from './available-factors.ts';

/** WebAuthn options in JSON form. */
export type PasskeyOptions = Record<string, unknown>;

interface ChallengeRequest {
  readonly party: RelyingParty;
  readonly use: ChallengeUse;
  readonly network: string;
}

/**
 * Options for a signature with one of an admin's usable passkeys, or with any passkey of the browser if the admin is
 * not known yet.
 */
export async function assertionOptions(
  database: Database,
  adminId: number | null,
  { party, use, network }: ChallengeRequest,
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
    ...(adminId === null ? {} : { allowCredentials: await allowed(database, adminId) }),
  });
  await rememberChallenge(database, options.challenge, { ...use, network });
  return { ...options };
}

async function allowed(database: Database, adminId: number) {
  const { hardwareOnly } = await readAvailableFactors(database, adminId);
  const keys = await listStoredPasskeys(database, adminId);
  return keys
    .filter(({ hardware }) => hardware || !hardwareOnly)
    .map(({ credentialId: id, transports }) => ({ id, transports: knownTransports(transports) }));
}

/**
 * Options for a new passkey of an admin. Super admins need an attestation, so that a hardware-bound key is recognized;
 * `excludeCredentials` prevents a second key on an authenticator whose key already counts.
 */
export async function registrationOptions(
  database: DatabaseTransaction,
  adminId: number,
  { party, use, network, deployment }: ChallengeRequest & { readonly deployment: string },
): Promise<PasskeyOptions> {
  const { login, name, isSuperAdmin } = await readOwner(database, adminId);
  const { hardwareRequired } = await readAvailableFactors(database, adminId);
  const keys = await listStoredPasskeys(database, adminId);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: deployment,
    rpID: party.id,
    userID: userHandleOf(adminId),
    userName: login,
    userDisplayName: name,
    timeout: challengeSeconds * 1000,
    attestationType: isSuperAdmin ? 'direct' : 'none',
    excludeCredentials: keys
      .filter(({ hardware }) => hardware || !hardwareRequired)
      .map(({ credentialId: id, transports }) => ({ id, transports: knownTransports(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await rememberChallenge(database, options.challenge, { ...use, network });
  return { ...options };
}

/** Login and name of an admin, as authenticators show them. */
export async function readOwner(database: Database | DatabaseTransaction, adminId: number) {
  const { rows } = await sql<{ login: string; name: string; isSuperAdmin: boolean }>`
    select a.login, concat_ws(' ', a.last_name, a.first_name) as name, r.role = 'super_admin' "isSuperAdmin"
    from admins a join admin_roles r on r.id = a.role_id where a.id = ${adminId}`.execute(asKernel(database));
  return rows[0] ?? { login: '', name: '', isSuperAdmin: false };
}
