import { z } from 'zod';
import { anyone, fail, signedIn, type Manifest } from '#kernel/contract/index.ts';
import {
  factorBeginBodySchema,
  factorBeginResponseSchema,
  factorConfirmBodySchema,
  ownProofBodySchema,
  factorSchema,
  loginCodeBodySchema,
  recoveryCodesSchema,
  signedInResponseSchema,
} from '#kernel/identity/contract/account.ts';
import { route, routesOf, type ApiRoute } from '#kernel/server/api/index.ts';
import { writeAudit } from '#kernel/server/audit/write-audit.ts';
import { readOwner } from '../passkeys/options.ts';
import { hasAnyFactor, readAvailableFactors } from '../passkeys/available-factors.ts';
import { releaseAttempts } from '#kernel/server/limits/attempts.ts';
import { endAdminSessions, signOut } from '../session/end-sessions.ts';
import {
  beginFactor,
  confirmFactor,
  consumeCode,
  readFactor,
  removeFactor,
  withCodeAttempt,
  wrongCodeError,
} from '../second-factor/factor.ts';
import { requireOwnPassword, withOwnProof, withProof } from '../second-factor/proof.ts';
import { renewRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { consumeTicket, consumeTicketTry } from '../second-factor/tickets.ts';
import { enrolmentUri, secretText } from '../second-factor/totp.ts';
import { lockSession } from '../session/session-store.ts';
import { lockProof, signIn } from '../session/sign-in.ts';
import type { AccountOptions } from './account-options.ts';
import { withStorageKey } from './storage-key.ts';

type Options = Pick<AccountOptions, 'account' | 'readAdmin'>;

/** `POST …/login/code` (beyond the specification): the second step of a sign-in, with a code of the application or a recovery code. */
export function loginCodeRoute({ account, readAdmin }: Options): ApiRoute {
  return route({
    method: 'POST',
    path: `${account}/login/code`,
    summary: 'Completes a sign-in with the ticket of the first step and a code',
    access: anyone,
    body: loginCodeBodySchema,
    response: signedInResponseSchema,
    transaction: false,
    async handle({ database, body: { ticket, code }, address, userAgent, sessionId, audit, context }) {
      const { attempts, ...proven } = await consumeTicketTry(database, { ticket, address });
      const { adminId } = proven;
      const token = await context.transaction(async (effects) => {
        await lockProof(effects.database, proven);
        if ((await readAvailableFactors(effects.database, adminId)).hardwareOnly)
          throw fail('hardware_key_needed');
        const kind = await consumeCode(effects.database, context.vault, adminId, code);
        if (kind === null) return null;
        await consumeTicket(effects.database, ticket);
        const opened = await signIn(effects.database, proven, { address, userAgent });
        // As in `beginSession`, the session of the call's token ends.
        if (sessionId > 0) await signOut(effects.database, sessionId);
        const actor = { adminId, sessionId: opened.session.id, address };
        const entry = { action: `${account}.login`, subjectType: 'admin', subjectId: adminId };
        await writeAudit(effects.database, actor, { ...entry, details: { code: kind } });
        return opened.token;
      });
      if (token === null) {
        await audit({ action: `${account}.login.code.refuse`, subjectType: 'admin', subjectId: adminId });
        throw fail('wrong_code');
      }
      await releaseAttempts(database, attempts);
      const admin = await readAdmin(database, adminId);
      if (!admin) throw fail('wrong_login');
      return { data: { admin: withStorageKey(context, admin), token } };
    },
  });
}

/** `GET …/admin/second-factor` (beyond the specification). */
export function ownFactorRoute({ account }: Options): ApiRoute {
  return route({
    method: 'GET',
    path: `${account}/admin/second-factor`,
    summary: 'The state of the user’s second factor',
    access: signedIn,
    response: factorSchema,
    async handle({ database, viewer }) {
      const { enabledAt, recoveryLeft, required } = await readFactor(database, viewer.id);
      const { code, passkey, hardwareRequired } = await readAvailableFactors(database, viewer.id);
      return {
        enabledAt,
        recovery_left: recoveryLeft,
        required,
        ways: [...(code ? (['code'] as const) : []), ...(passkey ? (['passkey'] as const) : [])],
        hardware_required: hardwareRequired,
      };
    },
  });
}

/**
 * `POST …/admin/second-factor` (beyond the specification): creates a secret, unconfirmed until its first code. The response is never
 * stored.
 */
export function beginFactorRoute({ account }: Options): ApiRoute {
  return route({
    method: 'POST',
    path: `${account}/admin/second-factor`,
    summary: 'Begins to add a second factor; the secret is shown only once',
    access: signedIn,
    body: factorBeginBodySchema,
    response: factorBeginResponseSchema,
    transaction: false,
    async handle({ database, viewer, sessionId, origin, body, context }) {
      if ((await readFactor(database, viewer.id)).enabledAt !== null) {
        await requireOwnPassword(context, viewer.id, body.password);
        throw fail('factor_on');
      }
      const proof = { ...body, sessionId, origin };
      const secret = await withOwnProof(context, viewer.id, proof, (effects) =>
        beginFactor(effects.database, context.vault, viewer.id),
      );
      if (secret === null) throw fail('factor_on');
      const { login } = await readOwner(database, viewer.id);
      const issuer = context.deploymentName;
      return { address: enrolmentUri(secret, { issuer, login }), secret: secretText(secret) };
    },
  });
}

/**
 * `PUT …/admin/second-factor` (beyond the specification): the first code enables the factor and ends sessions that were opened without it.
 */
export function confirmFactorRoute<M extends Manifest>({
  manifest,
  account,
  changed,
}: AccountOptions<M>): ApiRoute {
  return routesOf(manifest)({
    method: 'PUT',
    path: `${account}/admin/second-factor`,
    summary:
      'Enables the second factor with its first code; returns the recovery codes, which are shown only once',
    access: signedIn,
    body: factorConfirmBodySchema,
    response: recoveryCodesSchema,
    transaction: false,
    async handle({ database, viewer: { id }, sessionId, address, body, context }) {
      if ((await readFactor(database, id)).enabledAt !== null) throw fail('factor_on');
      const codes = await withCodeAttempt(database, id, () =>
        context.transaction(async (effects) => {
          await lockSession(effects.database, { adminId: id, sessionId });
          const made = await confirmFactor(effects.database, context.vault, id, body.code);
          if (made === null) return null;
          await endAdminSessions(effects.database, [id], { reason: 'factor', exceptSessionId: sessionId });
          await writeAudit(
            effects.database,
            { adminId: id, sessionId, address },
            entryOf(account, 'add', id),
          );
          changed(effects, id);
          return made;
        }),
      );
      if (codes === null) throw wrongCodeError();
      return { recovery_codes: codes };
    },
  });
}

/** `POST …/admin/second-factor/recovery` (beyond the specification): creates new recovery codes; the previous ones become invalid. */
export function renewRecoveryCodesRoute({ account }: Options): ApiRoute {
  return route({
    method: 'POST',
    path: `${account}/admin/second-factor/recovery`,
    summary: 'Replaces the recovery codes; the new ones are shown only once',
    access: signedIn,
    body: ownProofBodySchema,
    response: recoveryCodesSchema,
    transaction: false,
    async handle({ viewer: { id }, sessionId, address, origin, body, context }) {
      const codes = await withProof(context, id, { ...body, sessionId, origin }, async (effects) => {
        await writeAudit(
          effects.database,
          { adminId: id, sessionId, address },
          entryOf(account, 'renew', id),
        );
        return renewRecoveryCodes(effects.database, id);
      });
      return { recovery_codes: codes };
    },
  });
}

/** `POST …/admin/second-factor/removal` (beyond the specification). */
export function removeFactorRoute<M extends Manifest>({
  manifest,
  account,
  changed,
}: AccountOptions<M>): ApiRoute {
  return routesOf(manifest)({
    method: 'POST',
    path: `${account}/admin/second-factor/removal`,
    summary: 'Removes the user’s second factor',
    access: signedIn,
    body: ownProofBodySchema,
    response: z.object({}),
    transaction: false,
    async handle({ database, viewer: { id }, sessionId, address, origin, body, context }) {
      const { enabledAt, required } = await readFactor(database, id);
      if (enabledAt === null) throw fail('factor_off');
      if (required && !(await readAvailableFactors(database, id)).passkey) throw fail('factor_required');
      await withProof(context, id, { ...body, sessionId, origin }, async (effects) => {
        await removeFactor(effects.database, id);
        // The passkey may have been removed since the check above.
        if (required && !hasAnyFactor(await readAvailableFactors(effects.database, id)))
          throw fail('factor_required');
        await writeAudit(
          effects.database,
          { adminId: id, sessionId, address },
          entryOf(account, 'remove', id),
        );
        changed(effects, id);
      });
      return {};
    },
  });
}

function entryOf(account: string, action: 'add' | 'renew' | 'remove', subjectId: number) {
  return { action: `${account}.second_factor.${action}`, subjectType: 'admin', subjectId };
}
