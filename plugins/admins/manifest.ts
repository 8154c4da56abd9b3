import { definePlugin } from '#kernel/contract/index.ts';

/** Admins: sign-in, the session's admin, the password. */
export const admins = definePlugin({
  id: 'admins',
  version: '1.0.0',
  requires: ['neighborhoods'],
});
