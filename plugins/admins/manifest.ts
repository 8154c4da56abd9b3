import { z } from 'zod';
import {
  activityCapability,
  definePlugin,
  passkeysCapability,
  recordChangeSchema,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';

/** Admins with their rights and neighbourhoods; the session's admin, their password and sessions. */
export const admins = definePlugin({
  id: 'admins',
  version: '1.0.0',
  requires: ['neighborhoods'],
  essential: true,
  /**
   * Not in the specification: blocking, sessions, first passwords, removal of roles, sign-in in two steps,
   * sessions that end when the user's activity requires it.
   */
  capabilities: [
    'admins.staff',
    'admins.second_factor',
    'admins.history',
    activityCapability,
    passkeysCapability,
  ],
  routes: {
    list: { path: '/admins/list', access: superAdmin },
    roles: { path: '/admins/roles', access: superAdmin },
  },
  menu: { list: { icon: 'shield' }, roles: { icon: 'key' } },
  search: { admins: { route: 'list', area: 'none' }, roles: { route: 'roles', area: 'none' } },
  actions: { admin: { route: 'list', opens: 'new' }, role: { route: 'roles', opens: 'new' } },
  events: {
    admin_change: { payload: recordChangeSchema, access: superAdmin, area: 'none' },
    admin_role_change: { payload: recordChangeSchema, access: superAdmin, area: 'none' },
  },
  notices: {
    own_reset_asked: { icon: 'shield', payload: z.object({ by: z.string() }), urgent: true },
    own_reset_done: {
      icon: 'shield',
      payload: z.object({ by: z.string(), asked: z.string() }),
      urgent: true,
    },
    reset_asked: { icon: 'shield', payload: z.object({ by: z.string(), name: z.string() }), urgent: true },
  },
  extensions: ['kernel.settings'],
});
