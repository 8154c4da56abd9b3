import type { ClassName } from './classes.ts';

const rights = 'Calls that nobody guards';
const traceless = 'Personal values in the clear without a trace';
const auditLog = 'Reading the audit log without the right, or writing to it';
const endedSessions = 'Sessions opened beside what ends them';
const restoring = 'Getting past the checks of a change by restoring';
const history = 'Reading through a history what the record itself does not show';
const passkeyChanges = 'Changing passkeys beside what ends the session, or down to none';
const replay = 'Replaying the signature of a passkey';
const otherSites = 'Passkeys that sign for another site';
const resets = 'Resetting the second factor of others alone';
const alone = 'Destroying a citizen’s data alone, or through an account made for it';
const unattended = 'Destroying a citizen’s data from an unattended screen, or by guessing a proof';
const ended = 'Confirming an erasure twice, or one that has ended or is held';
const holds = 'Holds on what is not there, and holds that are placed or lifted twice';
const received = 'Reading from the list of erasures more than their ids';
const court = 'Destroying what a court has asked for between its confirmation and the deed';

/**
 * Maintained by hand: the attacks on each call about erasures, versions, deleted records, sessions, passkeys,
 * the audit log and unmasked values. A new call of these has no row and fails the test until someone states
 * how it may be attacked, and which tests do so.
 */
export const guardedCalls: Readonly<Record<string, readonly ClassName[]>> = {
  'GET retention/requests': [rights],
  'GET retention/holds': [rights],
  'GET retention/citizens/:id': [rights],
  'GET retention/citizens/:id/preview': [rights, 'Previews that change something'],
  'GET retention/applications/:id': [rights],
  'POST retention/citizens/:id/requests': [rights, holds],
  'POST retention/requests/:id/confirmation': [rights, unattended, alone, ended, court],
  'DELETE retention/requests/:id': [rights, ended],
  'POST retention/holds': [rights, holds, court],
  'DELETE retention/holds/:id': [rights, holds],
  'GET retention/erased': [rights, received],

  'GET admins/admin/sessions': [rights],
  'DELETE admins/admin/sessions': [rights, 'Sockets of dead sessions'],
  'DELETE admins/admin/sessions/:session': [rights, 'Sockets of dead sessions'],
  'GET admins/:id/sessions': [rights],
  'DELETE admins/:id/sessions': [rights, endedSessions, 'Sockets of dead sessions'],
  'DELETE admins/:id/sessions/:session': [rights, 'Sockets of dead sessions'],

  ...historiesOf('directions', 'household-categories', 'streets', 'neighborhoods', 'letter-templates'),
  ...historiesOf('households', 'users', 'admins', 'plugins', 'admins/roles'),
  'GET neighborhoods/deleted': [rights, history],
  'POST neighborhoods/deleted/:entry/restore': [rights, history, restoring],
  'GET letter-templates/deleted': [rights, history],
  'POST letter-templates/deleted/:entry/restore': [rights, history, restoring],

  'POST admins/login/passkey/options': [otherSites, replay, 'Flooding with challenges'],
  'POST admins/login/passkey': [otherSites, replay, 'Copied authenticators', 'Flooding with challenges'],
  'GET admins/admin/passkeys': [rights],
  'POST admins/admin/passkeys/challenge': [rights, replay],
  'POST admins/admin/passkeys/options': [rights, passkeyChanges],
  'POST admins/admin/passkeys': [rights, otherSites, passkeyChanges],
  'POST admins/admin/passkeys/:passkey/removal': [rights, passkeyChanges],
  'GET admins/factor-resets': [rights, resets],
  'POST admins/:id/factor-reset': [rights, resets],
  'POST admins/:id/factor-reset/confirmation': [rights, resets],
  'DELETE admins/:id/factor-reset': [rights, resets],

  'GET audit': [rights, auditLog],
  'GET audit/facets': [rights, auditLog],
  'GET audit/export': [rights, auditLog, 'Formulas in tables'],
  'POST audit/verifications': [rights, auditLog],

  'POST applications/:id/reveal': [rights, traceless],
  'POST users/:id/reveal': [rights, traceless],
};

/** The calls about the versions of records. */
function historiesOf(...paths: readonly string[]): Record<string, readonly ClassName[]> {
  return Object.fromEntries(
    paths.flatMap((path): [string, readonly ClassName[]][] => [
      [`GET ${path}/:id/history`, [rights, history]],
      [`GET ${path}/:id/history/:entry`, [rights, history]],
      [`POST ${path}/:id/history/:entry/restore`, [rights, history, restoring]],
    ]),
  );
}

/** Whether a call of a plugin needs a row. */
export function isGuarded(plugin: string, path: string): boolean {
  return (
    ['retention', 'audit'].includes(plugin) ||
    /passkey|factor-reset|\/(deleted|sessions|history)(\/|$)|\/reveal$/.test(path)
  );
}
