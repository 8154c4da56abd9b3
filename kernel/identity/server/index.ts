export { releaseAttempts, networkOf } from './attempts.ts';
export {
  changePassword,
  checkPasswordChange,
  type CheckedPasswordChange,
  type PasswordChange,
} from './change-password.ts';
export { adminSearchText, backfillAdminSearchText } from './admin-key.ts';
export { endAdminSession, endAdminSessions, refreshSessions, signOut } from './end-sessions.ts';
export { ensureFirstAdmin, type FirstAdmin } from './first-admin.ts';
export { randomPassword } from './random-code.ts';
export { hashPassword, requireGoodPassword, verifyPassword } from './password.ts';
export * from './second-factor/index.ts';
export { findViewerBySession } from './session-store.ts';
export { createSessions } from './sessions.ts';
export { checkLogin, signIn, type SignInRequest } from './sign-in.ts';
