import { definePlugin, recordChangeSchema, superAdmin } from '#kernel/plugin-api/contract.ts';

/** Directions: the kinds of activity from which a household earns income. */
export const directions = definePlugin({
  id: 'directions',
  version: '1.0.0',
  routes: { list: { path: '/directions', access: superAdmin } },
  menu: { list: { icon: 'compass' } },
  capabilities: ['directions.history'],
  search: { directions: { route: 'list', area: 'none' } },
  actions: { add: { route: 'list', opens: 'new' } },
  events: { direction_change: { payload: recordChangeSchema, access: superAdmin, area: 'none' } },
});
