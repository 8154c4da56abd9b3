import { defineClient, followRecords, lazyPage } from '#kernel/plugin-api/client.ts';
import { streets } from '../manifest.ts';
import { documents } from './data/queries.ts';

/** The streets in the browser. */
export const streetsClient = defineClient(streets, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage),
  },
  start(context) {
    context.on('street_change', followRecords('streets', documents.page));
  },
});
