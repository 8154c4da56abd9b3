import type { SignInDeclaration, SignInMethod } from '../../contract/sign-in.ts';

const found = import.meta.glob<SignInDeclaration>('/plugins/*/sign-in.ts', { eager: true, import: 'signIn' });
const declarations = Object.values(found);

/** The ways to sign in beside login and password. */
export const signInMethods: readonly SignInMethod[] = declarations.flatMap(({ way }) => way ?? []);

const [account = ''] = declarations.flatMap((declaration) => declaration.account ?? []);

/** The address of a call of the session, such as `login`. */
export function accountPath(call: string): string {
  return `${account}/${call}`;
}
