import { lazy } from 'react';
import { defineClient, followEvent, followRecords } from '#kernel/plugin-api/client.ts';
import { households } from '../manifest.ts';
import { bordersDocument, householdsDocument, neighborhoodBorderDocument } from './queries.ts';

/** The households in the browser. */
export const householdsClient = defineClient(households, {
  pages: {
    list: lazy(() => import('./pages/list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))),
    add: lazy(() => import('./pages/form-pages.tsx').then(({ AddPage }) => ({ default: AddPage }))),
    edit: lazy(() => import('./pages/form-pages.tsx').then(({ EditPage }) => ({ default: EditPage }))),
    import: lazy(() => import('./pages/import-page.tsx').then(({ ImportPage }) => ({ default: ImportPage }))),
  },
  start(context) {
    context.on('household_change', followRecords('households', householdsDocument));
    // A home lies in its neighbourhood, whose border may move while its form is open.
    context.onStop(followEvent('neighborhood_change', bordersDocument, neighborhoodBorderDocument));
  },
});
