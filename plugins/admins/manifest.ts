import { definePlugin, recordChangeSchema } from '#kernel/contract/index.ts';

/** Admins: who may sign in, with which rights and where; the session's admin, his password, his sessions. */
export const admins = definePlugin({
  id: 'admins',
  version: '1.0.0',
  requires: ['neighborhoods'],
  /** Blocking, sessions, first passwords, removal of roles: what the specification does not have. */
  capabilities: ['admins.staff'],
  events: {
    admin_change: { payload: recordChangeSchema },
    admin_role_change: { payload: recordChangeSchema },
  },
});
