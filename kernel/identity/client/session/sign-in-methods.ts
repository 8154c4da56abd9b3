import type { SignInDeclaration, SignInMethod } from '../../contract/sign-in.ts';

const found = import.meta.glob<SignInDeclaration>('/plugins/*/sign-in.ts', { eager: true, import: 'signIn' });
const declarations = Object.values(found);

/** The sign-in methods besides login and password. */
export const signInMethods: readonly SignInMethod[] = declarations.flatMap(({ way }) => way ?? []);

const [account = ''] = declarations.flatMap((declaration) => declaration.account ?? []);

/** The path of an account call, such as `login`. */
export function accountPath(call: string): string {
  return `${account}/${call}`;
}
