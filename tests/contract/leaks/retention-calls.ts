import type { Row } from './rows.ts';

const reason = { reason: 'Fuqaroning soʻrovi' };
const names = { superAdmin: ['user.name'] } as const;

/** The calls of retention: erasures and holds. */
export const retentionCalls: Readonly<Record<string, Row>> = {
  // First, since the others depend on it.
  'POST retention/citizens/:id/requests': { requires: 'superAdmin', target: 'user', discloses: names, body: () => reason, expects: [201, 409] },
  'GET retention/requests': { requires: 'superAdmin', discloses: names, queries: () => ['', '?state=ended'] },
  'GET retention/holds': { requires: 'superAdmin' },
  'GET retention/citizens/:id': { requires: 'superAdmin', target: 'user', discloses: names },
  'GET retention/citizens/:id/preview': { requires: 'superAdmin', target: 'user' },
  'GET retention/applications/:id': { requires: 'application_receiver', target: 'application' },
  // Nobody here has a second factor: `own-account.ts` makes it succeed.
  'POST retention/requests/:id/confirmation': { requires: 'superAdmin', target: 'erasureRequest', body: () => ({ password: 'bu-parol-emas-umuman', code: '000000' }), variants: [{ body: () => ({}) }], expects: [409] },
  'DELETE retention/requests/:id': { requires: 'superAdmin', target: 'erasureRequest' },
  'POST retention/holds': { requires: 'superAdmin', body: ({ world }) => ({ subject_type: 'application', subject_id: world.existing.application.own, ...reason }), expects: [201, 409] },
  // Only ids, for recipients of `person_erased`.
  'GET retention/erased': { requires: 'signedIn', queries: () => ['', '?after=latest', '?after=00000000-0000-4000-8000-000000000000'] },
  'DELETE retention/holds/:id': { requires: 'superAdmin', target: 'hold' },
}; // prettier-ignore
