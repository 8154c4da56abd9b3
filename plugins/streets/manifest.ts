import { allOf, definePlugin, recordChangeSchema } from '#kernel/plugin-api/contract.ts';

/** Streets of the neighbourhoods. */
export const streets = definePlugin({
  id: 'streets',
  version: '1.0.0',
  requires: ['neighborhoods'],
  permissions: ['street_add'],
  routes: { list: { path: '/streets', access: allOf('street_add') } },
  menu: { list: { icon: 'road' } },
  capabilities: ['streets.history'],
  search: { streets: { route: 'list', area: 'own' } },
  actions: { add: { route: 'list', opens: 'new' } },
  events: { street_change: { payload: recordChangeSchema, access: allOf('street_add'), area: 'own' } },
});
