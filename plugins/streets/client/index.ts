import { defineClient, followRecords, lazyPage } from '#kernel/plugin-api/client.ts';
import { streets } from '../manifest.ts';
import { documents } from './data/queries.ts';

/** The client module of streets. */
export const streetsClient = defineClient(streets, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage),
  },
  start(context) {
    context.on('street_change', followRecords('streets', documents.page));
  },
});
