import { z } from 'zod';
import { anyone, fail, idParamSchema, signedIn, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  beginFactor,
  confirmFactor,
  consumeCode,
  consumeTicket,
  consumeTicketTry,
  countWithoutFactor,
  type Database,
  type DatabaseTransaction,
  endAdminSessions,
  enrolmentUri,
  readFactor,
  readFactorPolicy,
  releaseAttempts,
  removeFactor,
  renewRecoveryCodes,
  requireOwnPassword,
  requirePasswordAndCode,
  routesOf,
  secretText,
  signIn,
  withCodeAttempt,
  writeAudit,
  writeFactorPolicy,
  wrongCodeError,
} from '#kernel/plugin-api/server.ts';
import {
  factorBeginResponseSchema,
  factorBeginBodySchema,
  factorConfirmBodySchema,
  factorPolicyBodySchema,
  factorPolicySchema,
  factorProofBodySchema,
  factorSchema,
  loginCodeBodySchema,
  recoveryCodesSchema,
  signedInResponseSchema,
  type FactorPolicyAnswer,
} from '../contract.ts';
import { admins } from '../manifest.ts';
import { refuse } from './errors.ts';
import { presentSessionAdmin } from './presenter.ts';
import { findAdmin } from './store/admins.ts';
import { findSessionAdmin } from './store/session-admin.ts';

const route = routesOf(admins);

/** `POST admins/login/code` (ours): the second step of a sign-in, with a code of the application or a recovery code. */
export const loginCode = route({
  method: 'POST',
  path: 'admins/login/code',
  summary: 'Signs in, in the second step: the ticket of the first and a code',
  access: anyone,
  body: loginCodeBodySchema,
  response: signedInResponseSchema,
  transaction: false,
  async handle({ database, body: { ticket, code }, address, userAgent, audit, context }) {
    const { adminId, network, attempts } = await consumeTicketTry(database, { ticket, address });
    const token = await context.transaction(async (effects) => {
      const kind = await consumeCode(effects.database, context.vault, adminId, code);
      if (kind === null) return null;
      await consumeTicket(effects.database, ticket);
      const request = { login: '', password: '', address, userAgent };
      const opened = await signIn(effects.database, { adminId, network }, request);
      const actor = { adminId, sessionId: opened.session.id, address };
      const entry = { action: 'admins.login', subjectType: 'admin', subjectId: adminId };
      await writeAudit(effects.database, actor, { ...entry, details: { code: kind } });
      return opened.token;
    });
    if (token === null) {
      await audit({ action: 'admins.login.code.refuse', subjectType: 'admin', subjectId: adminId });
      throw fail('wrong_code');
    }
    await releaseAttempts(database, attempts);
    const admin = await findSessionAdmin(database, adminId);
    if (!admin) throw fail('wrong_login');
    return { data: { admin: presentSessionAdmin(admin), token } };
  },
});

/** `GET admins/admin/second-factor` (ours). */
export const ownFactor = route({
  method: 'GET',
  path: 'admins/admin/second-factor',
  summary: 'How one’s own second factor stands',
  access: signedIn,
  response: factorSchema,
  async handle({ database, viewer }) {
    const { enabledAt, recoveryLeft, required } = await readFactor(database, viewer.id);
    return { enabledAt, recovery_left: recoveryLeft, required };
  },
});

/** `POST admins/admin/second-factor` (ours): a secret that waits for its first code. Its answer is kept nowhere. */
export const beginOwnFactor = route({
  method: 'POST',
  path: 'admins/admin/second-factor',
  summary: 'Begins to add a second factor; the secret is shown this once',
  access: signedIn,
  body: factorBeginBodySchema,
  response: factorBeginResponseSchema,
  transaction: false,
  async handle({ database, viewer, body, context }) {
    const { login } = await requireOwnPassword(context, viewer.id, body.password);
    const secret = await beginFactor(database, context.vault, viewer.id);
    if (secret === null) throw refuse('factor_on');
    const issuer = context.deploymentName;
    return { address: enrolmentUri(secret, { issuer, login }), secret: secretText(secret) };
  },
});

/** `PUT admins/admin/second-factor` (ours): the first code switches it on, and ends the sessions that were opened without. */
export const confirmOwnFactor = route({
  method: 'PUT',
  path: 'admins/admin/second-factor',
  summary: 'Switches the second factor on with its first code; answers the recovery codes, this once',
  access: signedIn,
  body: factorConfirmBodySchema,
  response: recoveryCodesSchema,
  transaction: false,
  async handle({ database, viewer: { id }, sessionId, address, body, context }) {
    if ((await readFactor(database, id)).enabledAt !== null) throw refuse('factor_on');
    const codes = await withCodeAttempt(database, id, () =>
      context.transaction(async (effects) => {
        const made = await confirmFactor(effects.database, context.vault, id, body.code);
        if (made === null) return null;
        await endAdminSessions(effects.database, [id], { reason: 'factor', exceptSessionId: sessionId });
        await writeAudit(effects.database, { adminId: id, sessionId, address }, entryOf('add', id));
        effects.emit('admin_change', { id, change: 'updated' });
        return made;
      }),
    );
    if (codes === null) throw wrongCodeError();
    return { recovery_codes: codes };
  },
});

/** `POST admins/admin/second-factor/recovery` (ours): those that were there are good for nothing from then on. */
export const renewOwnRecoveryCodes = route({
  method: 'POST',
  path: 'admins/admin/second-factor/recovery',
  summary: 'Makes new recovery codes in place of the former, shown this once',
  access: signedIn,
  body: factorProofBodySchema,
  response: recoveryCodesSchema,
  transaction: false,
  async handle({ database, viewer: { id }, sessionId, address, body, context }) {
    if ((await readFactor(database, id)).enabledAt === null) throw refuse('factor_off');
    const codes = await requirePasswordAndCode(context, id, body, () =>
      context.transaction(async (effects) => {
        if ((await consumeCode(effects.database, context.vault, id, body.code)) === null) return null;
        await writeAudit(effects.database, { adminId: id, sessionId, address }, entryOf('renew', id));
        return renewRecoveryCodes(effects.database, id);
      }),
    );
    return { recovery_codes: codes };
  },
});

/** `POST admins/admin/second-factor/removal` (ours). */
export const removeOwnFactor = route({
  method: 'POST',
  path: 'admins/admin/second-factor/removal',
  summary: 'Takes one’s own second factor away',
  access: signedIn,
  body: factorProofBodySchema,
  response: z.object({}),
  transaction: false,
  async handle({ database, viewer: { id }, sessionId, address, body, context }) {
    const { enabledAt, required } = await readFactor(database, id);
    if (enabledAt === null) throw refuse('factor_off');
    if (required) throw refuse('factor_required');
    await requirePasswordAndCode(context, id, body, () =>
      context.transaction(async (effects) => {
        if ((await consumeCode(effects.database, context.vault, id, body.code)) === null) return null;
        await removeFactor(effects.database, id);
        await writeAudit(effects.database, { adminId: id, sessionId, address }, entryOf('remove', id));
        effects.emit('admin_change', { id, change: 'updated' });
        return true;
      }),
    );
    return {};
  },
});

/** `GET admins/second-factor` (ours). */
export const factorPolicy = route({
  method: 'GET',
  path: 'admins/second-factor',
  summary: 'Of whom a second factor is asked, and how many have none',
  access: superAdmin,
  response: factorPolicySchema,
  handle: ({ database }) => presentPolicy(database),
});

/** `PUT admins/second-factor` (ours): those who have none are led to add one before they do anything else. */
export const changeFactorPolicy = route({
  method: 'PUT',
  path: 'admins/second-factor',
  summary: 'Asks for a second factor of nobody, of super admins, or of everyone',
  access: superAdmin,
  body: factorPolicyBodySchema,
  response: factorPolicySchema,
  async handle({ database, body: { required }, audit }) {
    await writeFactorPolicy(database, required);
    await audit({
      action: 'admins.second_factor.require',
      subjectType: 'installation',
      subjectId: null,
      details: { required },
    });
    return presentPolicy(database);
  },
});

/** `DELETE admins/:id/second-factor` (ours): for who has lost it; his sessions end. */
export const resetFactor = route({
  method: 'DELETE',
  path: 'admins/:id/second-factor',
  summary: 'Takes the second factor of another admin away and ends his sessions',
  access: superAdmin,
  params: z.object({ id: idParamSchema }),
  response: z.object({}),
  async handle({ database, params: { id }, viewer, audit, emit }) {
    if (id === viewer.id) throw refuse('own_account');
    if (!(await findAdmin(database, id, { lock: true }))) throw fail('not_found');
    if (!(await removeFactor(database, id))) throw refuse('factor_off');
    await endAdminSessions(database, [id], { reason: 'factor' });
    await audit(entryOf('reset', id));
    emit('admin_change', { id, change: 'updated' });
    return {};
  },
});

function entryOf(action: 'add' | 'renew' | 'remove' | 'reset', subjectId: number) {
  return { action: `admins.second_factor.${action}`, subjectType: 'admin', subjectId };
}

async function presentPolicy(database: Database | DatabaseTransaction): Promise<FactorPolicyAnswer> {
  const { superAdmins, all } = await countWithoutFactor(database);
  return {
    required: await readFactorPolicy(database),
    without: { super_admins: superAdmins, everyone: all },
  };
}
