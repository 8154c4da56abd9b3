import { defineClient, followEvent, followRecords, lazyPage } from '#kernel/plugin-api/client.ts';
import { households } from '../manifest.ts';
import { bordersDocument, householdsDocument, neighborhoodBorderDocument } from './data/queries.ts';

/** The client module of households. */
export const householdsClient = defineClient(households, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage),
    add: lazyPage(async () => (await import('./pages/form-pages.tsx')).AddPage),
    edit: lazyPage(async () => (await import('./pages/form-pages.tsx')).EditPage),
    import: lazyPage(async () => (await import('./pages/import-page.tsx')).ImportPage),
  },
  start(context) {
    context.on('household_change', followRecords('households', householdsDocument));
    // The border of a household's neighbourhood may move while the form is open.
    context.onStop(followEvent('neighborhood_change', bordersDocument, neighborhoodBorderDocument));
  },
});
