import { allOf, definePlugin } from '#kernel/plugin-api/contract.ts';

/** Reads the whole log, of every neighbourhood. */
export const readers = allOf('audit_read');

/** The audit log for those who may read it: who did and saw what, when and from where, and whether the log is as it was written. */
export const audit = definePlugin({
  id: 'audit',
  version: '1.0.0',
  announcedOnly: true,
  capabilities: ['audit'],
  permissions: ['audit_read'],
  // Citizens and admins are extended by id: their contracts would be downloaded with the first list.
  extensions: ['users.actions', 'admins.rowActions'],
  routes: { list: { path: '/audit', access: readers } },
  menu: { list: { icon: 'list' } },
});
