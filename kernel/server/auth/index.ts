export { networkOf } from './attempts.ts';
export {
  changePassword,
  checkPasswordChange,
  type CheckedPasswordChange,
  type PasswordChange,
} from './change-password.ts';
export { endSessionsOf, signOut } from './end-sessions.ts';
export { ensureFirstAdmin, type FirstAdmin } from './first-admin.ts';
export { hashPassword, requireGoodPassword, verifyPassword } from './password.ts';
export { createSessions } from './sessions.ts';
export { checkLogin, signIn, type SignInRequest } from './sign-in.ts';
