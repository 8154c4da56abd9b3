import { lazy } from 'react';
import { defineClient, followRecords } from '#kernel/plugin-api/client.ts';
import { neighborhoods } from '../manifest.ts';
import { bordersDocument, neighborhoodsDocument } from './queries.ts';

/** The neighbourhoods in the browser. */
export const neighborhoodsClient = defineClient(neighborhoods, {
  pages: {
    list: lazy(() => import('./pages/list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))),
    add: lazy(() => import('./pages/add-page.tsx').then(({ AddPage }) => ({ default: AddPage }))),
    check: lazy(() => import('./check/check-page.tsx').then(({ CheckPage }) => ({ default: CheckPage }))),
    edit: lazy(() => import('./pages/edit-page.tsx').then(({ EditPage }) => ({ default: EditPage }))),
  },
  start(context) {
    context.on('neighborhood_change', followRecords('neighborhoods', neighborhoodsDocument, bordersDocument));
  },
});
