import type { SignInDeclaration } from '#kernel/plugin-api/contract.ts';

/** Login, password and everything about the session are at `admins/…`. */
export const signIn = { account: 'admins' } as const satisfies SignInDeclaration;
