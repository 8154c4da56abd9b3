import { defineClient, followRecords, lazyPage } from '#kernel/plugin-api/client.ts';
import { directions } from '../manifest.ts';
import { documents } from './data/queries.ts';

/** The client module of directions. */
export const directionsClient = defineClient(directions, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage),
  },
  start(context) {
    context.on('direction_change', followRecords('directions', documents.page));
  },
});
