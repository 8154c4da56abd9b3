import type { SignInDeclaration } from '#kernel/plugin-api/contract.ts';

/** Login and password, and all that belongs to the session, are at `admins/…`. */
export const signIn = { account: 'admins' } as const satisfies SignInDeclaration;
