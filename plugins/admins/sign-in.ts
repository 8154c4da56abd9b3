import type { SignInDeclaration } from '#kernel/plugin-api/contract.ts';

/** Login and password, and all that belongs to the session, are at `admins/…`. */
export const signIn: SignInDeclaration = { account: 'admins' };
