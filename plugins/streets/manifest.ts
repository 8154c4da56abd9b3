import { definePlugin, recordChangeSchema } from '#kernel/contract/index.ts';

/** Streets of the neighbourhoods. */
export const streets = definePlugin({
  id: 'streets',
  version: '1.0.0',
  requires: ['neighborhoods'],
  permissions: ['street_add'],
  events: { street_change: { payload: recordChangeSchema } },
});
