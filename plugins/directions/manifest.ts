import { definePlugin, recordChangeSchema } from '#kernel/contract/index.ts';

/** Directions: the kinds of activity by which a household earns. */
export const directions = definePlugin({
  id: 'directions',
  version: '1.0.0',
  events: { direction_change: { payload: recordChangeSchema } },
});
