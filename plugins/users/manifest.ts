import { definePlugin, recordChangeSchema, superAdmin } from '#kernel/plugin-api/contract.ts';

/** Users: the citizens registered with the city. */
export const users = definePlugin({
  id: 'users',
  version: '1.0.0',
  erases: true,
  routes: {
    list: { path: '/users', access: superAdmin },
    import: { path: '/users/import', access: superAdmin },
    detail: { path: '/users/:id', access: superAdmin },
  },
  menu: { list: { icon: 'users' } },
  search: { users: { route: 'list', area: 'none' } },
  actions: { add: { route: 'list', opens: 'new' }, import: { route: 'import' } },
  capabilities: [
    'users.lookup',
    'users.write',
    'users.import',
    'users.merge',
    'users.reveal',
    'users.history',
  ],
  events: { user_change: { payload: recordChangeSchema, access: superAdmin, area: 'none' } },
});
