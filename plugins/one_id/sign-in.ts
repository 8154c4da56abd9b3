import type { SignInDeclaration } from '#kernel/plugin-api/contract.ts';

/** The button of the sign-in page. */
export const signIn: SignInDeclaration = {
  way: {
    plugin: 'one_id',
    begin: 'oneid',
    session: 'oneid/session',
    parameter: 'oneid',
    label: 'kernel:login.oneId',
    off: 'kernel:login.oneIdOff',
    problems: {
      state: 'kernel:login.oneIdProblems.state',
      cancelled: 'kernel:login.oneIdProblems.cancelled',
      refused: 'kernel:login.oneIdProblems.refused',
      unavailable: 'kernel:login.oneIdProblems.unavailable',
      unknown: 'kernel:login.oneIdProblems.unknown',
    },
  },
};
