import { z } from 'zod';
import { fail, idParamSchema, signedIn, type Manifest } from '#kernel/contract/index.ts';
import { ownProofBodySchema } from '#kernel/identity/contract/account.ts';
import {
  passkeyAddBodySchema,
  passkeyCountSchema,
  passkeyListSchema,
  passkeyOptionsSchema,
} from '#kernel/identity/contract/passkeys.ts';
import { route, routesOf, type ApiRoute } from '#kernel/server/api/index.ts';
import { writeAudit } from '#kernel/server/audit/write-audit.ts';
import { networkOf } from '#kernel/server/concurrency/network-of.ts';
import { endAdminSessions } from '../session/end-sessions.ts';
import { assertionOptions, registrationOptions } from '../passkeys/options.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { deletePasskey, insertPasskey, listPasskeys } from '../passkeys/store.ts';
import { checkRegistration } from '../passkeys/verify.ts';
import { hasAnyFactor, readAvailableFactors } from '../passkeys/available-factors.ts';
import { recordEnrolment, readFactor } from '../second-factor/factor.ts';
import { withOwnProof } from '../second-factor/proof.ts';
import { lockAdmin, lockSession } from '../session/session-store.ts';
import type { AccountOptions } from './account-options.ts';

type Options = Pick<AccountOptions, 'account'>;

/** Maximum number of passkeys of an admin, more than they have devices. */
const maxPasskeys = 20;

/** `GET …/admin/passkeys` (beyond the specification). */
export function ownPasskeysRoute({ account }: Options): ApiRoute {
  return route({
    method: 'GET',
    path: `${account}/admin/passkeys`,
    summary: 'The user’s passkeys',
    access: signedIn,
    response: passkeyListSchema,
    async handle({ database, viewer }) {
      const passkeys = await listPasskeys(database, viewer.id);
      return { items: passkeys.map(({ backedUp, ...passkey }) => ({ ...passkey, backed_up: backedUp })) };
    },
  });
}

/** `POST …/admin/passkeys/challenge` (beyond the specification): a challenge for a proof with one of the user's passkeys. */
export function passkeyChallengeRoute({ account }: Options): ApiRoute {
  return route({
    method: 'POST',
    path: `${account}/admin/passkeys/challenge`,
    summary: 'Creates the challenge for a proof by one of the user’s passkeys, valid in this session',
    access: signedIn,
    response: passkeyOptionsSchema,
    transaction: false,
    async handle({ database, viewer, sessionId, address, origin }) {
      const party = relyingPartyOf(origin);
      const use = { purpose: 'proof', sessionId } as const;
      return {
        options: await assertionOptions(database, viewer.id, { party, use, network: networkOf(address) }),
      };
    },
  });
}

/** `POST …/admin/passkeys/options` (beyond the specification): requires a proof, since the challenge alone then allows adding a passkey. */
export function passkeyOptionsRoute({ account }: Options): ApiRoute {
  return route({
    method: 'POST',
    path: `${account}/admin/passkeys/options`,
    summary: 'Begins to add a passkey: returns the options for the browser’s authenticator',
    access: signedIn,
    body: ownProofBodySchema,
    response: passkeyOptionsSchema,
    transaction: false,
    async handle({ database, viewer: { id }, sessionId, address, origin, body, context }) {
      const party = relyingPartyOf(origin);
      if ((await listPasskeys(database, id)).length >= maxPasskeys) throw fail('conflict');
      const use = { purpose: 'add', sessionId } as const;
      const input = { party, use, network: networkOf(address), deployment: context.deploymentName };
      return withOwnProof(context, id, { ...body, sessionId, origin }, async (effects) => ({
        options: await registrationOptions(effects.database, id, input),
      }));
    },
  });
}

/** `POST …/admin/passkeys` (beyond the specification): adds a passkey and ends the user's other sessions. */
export function addPasskeyRoute<M extends Manifest>({
  manifest,
  account,
  changed,
}: AccountOptions<M>): ApiRoute {
  return routesOf(manifest)({
    method: 'POST',
    path: `${account}/admin/passkeys`,
    summary: 'Adds a passkey; ends the user’s other sessions',
    access: signedIn,
    body: passkeyAddBodySchema,
    response: passkeyCountSchema,
    transaction: false,
    async handle({ viewer: { id }, sessionId, address, origin, body, context }) {
      const use = { purpose: 'add', sessionId } as const;
      const checked = await checkRegistration(context, body.passkey, { party: relyingPartyOf(origin), use });
      return context.transaction(async (effects) => {
        const { database } = effects;
        await lockSession(database, { adminId: id, sessionId });
        const { hardwareRequired } = await readAvailableFactors(database, id);
        if (hardwareRequired && !checked.hardware) throw fail('hardware_required');
        const made = await insertPasskey(database, { ...checked, adminId: id, name: body.name });
        if (made === null) throw fail('passkey_known');
        await recordEnrolment(database, id);
        await endAdminSessions(database, [id], { reason: 'factor', exceptSessionId: sessionId });
        const details = { passkey: body.name, hardware: checked.hardware };
        await writeAudit(database, { adminId: id, sessionId, address }, entryOf(account, 'add', id, details));
        changed(effects, id);
        return { passkeys: (await listPasskeys(database, id)).length };
      });
    },
  });
}

/** `POST …/admin/passkeys/:passkey/removal` (beyond the specification): ends the other sessions, which the passkey may have opened. */
export function removePasskeyRoute<M extends Manifest>({
  manifest,
  account,
  changed,
}: AccountOptions<M>): ApiRoute {
  return routesOf(manifest)({
    method: 'POST',
    path: `${account}/admin/passkeys/:passkey/removal`,
    summary: 'Removes one of the user’s passkeys; ends their other sessions',
    access: signedIn,
    params: z.object({ passkey: idParamSchema }),
    body: ownProofBodySchema,
    response: passkeyCountSchema,
    transaction: false,
    async handle({ database: pool, viewer: { id }, params, sessionId, address, origin, body, context }) {
      if (!(await listPasskeys(pool, id)).some((one) => one.id === params.passkey)) throw fail('not_found');
      return withOwnProof(context, id, { ...body, sessionId, origin }, async (effects) => {
        const { database } = effects;
        await lockAdmin(database, id);
        const before = await readAvailableFactors(database, id);
        const name = await deletePasskey(database, id, params.passkey);
        if (name === null) throw fail('not_found');
        const after = await readAvailableFactors(database, id);
        if (before.hardwareOnly && !after.hardwareOnly) throw fail('hardware_required');
        if (!hasAnyFactor(after) && (await readFactor(database, id)).required) throw fail('factor_required');
        await endAdminSessions(database, [id], { reason: 'factor', exceptSessionId: sessionId });
        const entry = entryOf(account, 'remove', id, { passkey: name });
        await writeAudit(database, { adminId: id, sessionId, address }, entry);
        changed(effects, id);
        return { passkeys: (await listPasskeys(database, id)).length };
      });
    },
  });
}

function entryOf(
  account: string,
  verb: 'add' | 'remove',
  subjectId: number,
  details: Readonly<Record<string, string | boolean>>,
) {
  return { action: `${account}.passkey.${verb}`, subjectType: 'admin', subjectId, details };
}
