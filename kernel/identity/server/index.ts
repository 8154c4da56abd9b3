export { giveBackAttempts, networkOf } from './attempts.ts';
export {
  changePassword,
  checkPasswordChange,
  type CheckedPasswordChange,
  type PasswordChange,
} from './change-password.ts';
export { adminKey, foldAdmins } from './admin-key.ts';
export { endSessionOf, endSessionsOf, renewSessions, signOut } from './end-sessions.ts';
export { ensureFirstAdmin, type FirstAdmin } from './first-admin.ts';
export { randomPassword } from './random-password.ts';
export { hashPassword, requireGoodPassword, verifyPassword } from './password.ts';
export * from './second-factor/index.ts';
export { viewerOfSession } from './session-by-id.ts';
export { createSessions } from './sessions.ts';
export { checkLogin, signIn, type SignInRequest } from './sign-in.ts';
