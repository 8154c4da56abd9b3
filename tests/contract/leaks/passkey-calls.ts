import type { Row } from './rows.ts';

const password = { password: 'bu-parol-emas-umuman' };
const credential = { id: 'eA', rawId: 'eA', type: 'public-key', clientExtensionResults: {} };
const assertion = {
  ...credential,
  response: { clientDataJSON: 'eA', authenticatorData: 'eA', signature: 'eA' },
};
const registration = { ...credential, response: { clientDataJSON: 'eA', attestationObject: 'eA' } };

/** The calls of passkeys and of their resets. */
export const passkeyCalls: Readonly<Record<string, Row>> = {
  // Browsers create no passkeys at a numeric address: `own-account.ts` makes these calls succeed.
  'POST admins/login/passkey/options': { requires: 'anyone', body: () => ({}), expects: [409] },
  'POST admins/login/passkey': { requires: 'anyone', body: () => ({ passkey: assertion }), expects: [409] },
  'GET admins/admin/passkeys': { requires: 'signedIn' },
  'POST admins/admin/passkeys/challenge': { requires: 'signedIn', expects: [409] },
  'POST admins/admin/passkeys/options': { requires: 'signedIn', body: () => password, expects: [409] },
  'POST admins/admin/passkeys': { requires: 'signedIn', body: () => ({ name: 'Kalit', passkey: registration }), expects: [409] },
  'POST admins/admin/passkeys/:passkey/removal': { requires: 'signedIn', target: 'ownSession', body: () => password, expects: [404] },
  'GET admins/factor-resets': { requires: 'superAdmin' },
  'POST admins/:id/factor-reset': { requires: 'superAdmin', target: 'admin', body: () => ({ reason: 'Telefoni yoʻqolgan' }), expects: [409] },
  'POST admins/:id/factor-reset/confirmation': { requires: 'superAdmin', target: 'admin', body: () => ({ ...password, code: '000000' }), expects: [409] },
  'DELETE admins/:id/factor-reset': { requires: 'superAdmin', target: 'admin', expects: [404] },
}; // prettier-ignore
