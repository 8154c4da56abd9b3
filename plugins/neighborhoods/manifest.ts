import { definePlugin, recordChangeSchema } from '#kernel/contract/index.ts';

/** Neighbourhoods (mahalla): their names and their polygons on the map. */
export const neighborhoods = definePlugin({
  id: 'neighborhoods',
  version: '1.0.0',
  events: { neighborhood_change: { payload: recordChangeSchema } },
});
