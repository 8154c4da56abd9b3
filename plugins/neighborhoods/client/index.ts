import { defineClient, followRecords, lazyPage } from '#kernel/plugin-api/client.ts';
import { neighborhoods } from '../manifest.ts';
import { bordersDocument, neighborhoodsDocument } from './data/queries.ts';

/** The client module of neighbourhoods. */
export const neighborhoodsClient = defineClient(neighborhoods, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage),
    add: lazyPage(async () => (await import('./pages/add-page.tsx')).AddPage),
    check: lazyPage(async () => (await import('./check/check-page.tsx')).CheckPage),
    edit: lazyPage(async () => (await import('./pages/edit-page.tsx')).EditPage),
  },
  start(context) {
    context.on('neighborhood_change', followRecords('neighborhoods', neighborhoodsDocument, bordersDocument));
  },
});
