import { sql } from 'kysely';
import { anyone, CodedError, fail } from '#kernel/contract/index.ts';
import { signedInResponseSchema } from '#kernel/identity/contract/account.ts';
import {
  passkeyLoginBodySchema,
  passkeyLoginOptionsBodySchema,
  passkeyOptionsSchema,
} from '#kernel/identity/contract/passkeys.ts';
import { route, type ApiRoute, type Database } from '#kernel/server/api/index.ts';
import { writeAudit } from '#kernel/server/audit/write-audit.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { networkOf } from '#kernel/server/concurrency/network-of.ts';
import { releaseAttempts, reserveNetworkAttempt, type Attempt } from '#kernel/server/limits/attempts.ts';
import { signOut } from '../session/end-sessions.ts';
import { assertionOptions } from '../passkeys/options.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { checkAssertion, consumeAssertion } from '../passkeys/verify.ts';
import { readAvailableFactors } from '../passkeys/available-factors.ts';
import { consumeTicket, consumeTicketTry, findTicket } from '../second-factor/tickets.ts';
import { lockProof, signIn } from '../session/sign-in.ts';
import type { AccountOptions } from './account-options.ts';
import { withStorageKey } from './storage-key.ts';

type Options = Pick<AccountOptions, 'account' | 'readAdmin'>;

const errors = {
  401: 'The ticket has expired.',
  403: 'The passkey is unknown, belongs to another site, was not unlocked, or its challenge was already used.',
  409: 'Browsers create no passkeys at the address of this deployment.',
} as const;

/** `POST …/login/passkey/options` (beyond the specification): the options for the browser's authenticator. */
export function passkeyLoginOptionsRoute({ account }: Options): ApiRoute {
  return route({
    method: 'POST',
    path: `${account}/login/passkey/options`,
    summary:
      'Creates the challenge for a sign-in by passkey: with the ticket of a first step, or by the passkey alone',
    access: anyone,
    body: passkeyLoginOptionsBodySchema,
    response: passkeyOptionsSchema,
    errors,
    transaction: false,
    async handle({ database, body: { ticket = null }, address, origin }) {
      const party = relyingPartyOf(origin);
      const adminId = ticket === null ? null : await findTicket(database, ticket);
      const use = { purpose: 'sign-in', ticket } as const;
      return {
        options: await assertionOptions(database, adminId, { party, use, network: networkOf(address) }),
      };
    },
  });
}

/**
 * `POST …/login/passkey` (beyond the specification): a passkey with user verification counts as both factors, or as the second step after a
 * password.
 */
export function passkeyLoginRoute({ account, readAdmin }: Options): ApiRoute {
  return route({
    method: 'POST',
    path: `${account}/login/passkey`,
    summary: 'Signs in with a passkey: alone, or as the second step of a sign-in by password',
    access: anyone,
    body: passkeyLoginBodySchema,
    response: signedInResponseSchema,
    errors,
    transaction: false,
    async handle({ database, body, address, userAgent, sessionId, origin, audit, context }) {
      const { ticket = null, passkey: response } = body;
      const party = relyingPartyOf(origin);
      const bearer = ticket === null ? null : await consumeTicketTry(database, { ticket, address });
      const network = networkOf(address);
      const attempts = bearer?.attempts ?? (await reserve(database, network, response.id));
      try {
        const use = { purpose: 'sign-in', ticket } as const;
        const checked = await checkAssertion(context, response, { party, use });
        const { adminId, hardware, generation } = checked.passkey;
        if (bearer && bearer.adminId !== adminId) throw fail('passkey_refused');
        const token = await context.transaction(async (effects) => {
          await lockProof(effects.database, bearer ?? { adminId, generation });
          const { hardwareOnly } = await readAvailableFactors(effects.database, adminId);
          if (hardwareOnly && !hardware) throw fail('hardware_key_needed');
          await consumeAssertion(effects.database, checked);
          if (ticket !== null) await consumeTicket(effects.database, ticket);
          const proven = { adminId, generation, network };
          const opened = await signIn(effects.database, proven, { address, userAgent });
          // As in `beginSession`, the session of the call's token ends.
          if (sessionId > 0) await signOut(effects.database, sessionId);
          const actor = { adminId, sessionId: opened.session.id, address };
          const entry = { action: `${account}.login`, subjectType: 'admin', subjectId: adminId };
          const details = { passkey: ticket === null ? 'alone' : 'second' };
          await writeAudit(effects.database, actor, { ...entry, details });
          return opened.token;
        });
        await releaseAttempts(database, attempts);
        const admin = await readAdmin(database, adminId);
        if (!admin) throw fail('wrong_login');
        return { data: { admin: withStorageKey(context, admin), token } };
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        const subjectId = bearer?.adminId ?? (await ownerOf(database, response.id));
        const details = { code: error.code };
        await audit({ action: `${account}.login.passkey.refuse`, subjectType: 'admin', subjectId, details });
        throw error;
      }
    },
  });
}

/**
 * Reserves an attempt of the network. Above its limit, only admins who have signed in from it before may continue, so
 * that one machine cannot lock out a whole office.
 */
async function reserve(
  database: Database,
  network: string,
  credentialId: string,
): Promise<readonly Attempt[]> {
  const attempt = await reserveNetworkAttempt(database, network);
  if (!('retryAfter' in attempt)) return [attempt];
  const { rows } = await sql`
    select from known_addresses k join passkeys p on p.admin_id = k.admin_id
    where p.credential_id = ${credentialId} and k.network = ${network}`.execute(asKernel(database));
  if (rows.length === 0) throw fail('too_many_attempts', attempt);
  return [];
}

async function ownerOf(database: Database, credentialId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select admin_id as id from passkeys where credential_id = ${credentialId}`.execute(asKernel(database));
  return rows[0]?.id ?? null;
}
