import { definePlugin, superAdmin } from '#kernel/plugin-api/contract.ts';

/** The audit log for super admins: who did and saw what, when and from where, and whether the log is as it was written. */
export const audit = definePlugin({
  id: 'audit',
  version: '1.0.0',
  capabilities: ['audit.list', 'audit.citizen', 'audit.verification', 'audit.export'],
  routes: { list: { path: '/audit', access: superAdmin } },
  menu: { list: { icon: 'shield' } },
});
