export { accountRoutes } from './account/account-routes.ts';
export type { AccountOptions } from './account/account-options.ts';
export { beginSession, type SignInResult } from './account/begin-session.ts';
export { presentSession } from './account/live-session-routes.ts';
export { releaseAttempts } from '#kernel/server/limits/attempts.ts';
export { changePassword, checkPasswordChange } from './session/change-password.ts';
export { adminSearchText, backfillSearchText } from './people/admin-key.ts';
export { endAdminSession, endAdminSessions, refreshSessions, signOut } from './session/end-sessions.ts';
export { ensureFirstAdmin, type FirstAdmin } from './first-admin.ts';
export { hashPassword, requireGoodPassword, createPasswords } from './session/password.ts';
export {
  beginFactor,
  confirmFactor,
  withCodeAttempt,
  hasFactor,
  readFactor,
  removeAllFactors,
  removeFactor,
  consumeCode,
  wrongCodeError,
} from './second-factor/factor.ts';
export { issueTicket, consumeTicket, consumeTicketTry, type SignInTicket } from './second-factor/tickets.ts';
export {
  countWithoutFactor,
  readFactorPolicy,
  readHardwarePolicy,
  writeFactorPolicy,
  writeHardwarePolicy,
} from './second-factor/policy.ts';
export { requireOwnPassword, withOwnProof, withProof, type PresentedFactors } from './second-factor/proof.ts';
export {
  requestFactorReset,
  confirmFactorReset,
  listFactorResets,
  withdrawFactorReset,
  type FactorReset,
  type ResetRejection,
} from './recovery/factor-resets.ts';
export { mayConfirm } from './recovery/confirmer.ts';
export { renewRecoveryCodes } from './second-factor/recovery-codes.ts';
export { enrolmentUri, secretText } from './second-factor/totp.ts';
export {
  adminTable,
  blockAdmin,
  setFirstPassword,
  insertAdmin,
  retireAdmin,
  unassignNeighborhood,
  updateAdmin,
  type AdminFields,
} from './people/admins.ts';
export { listSuperAdmins, readAdminNames } from './people/admin-names.ts';
export { listSessions, type LiveSession } from './people/live-sessions.ts';
export { findAdminByPin, findProofByPin, linkPin, readPin, unlinkPin } from './people/personal-number.ts';
export { insertRole, retireRole, roleTable, updateRole, type RoleFields } from './people/roles.ts';
export { createSessions } from './sessions.ts';
export { lockSession } from './session/session-store.ts';
export { checkLogin, signIn } from './session/sign-in.ts';
