import { lazy } from 'react';
import { defineClient, followRecords } from '#kernel/plugin-api/client.ts';
import { streets } from '../manifest.ts';
import { documents } from './queries.ts';

/** The streets in the browser. */
export const streetsClient = defineClient(streets, {
  pages: {
    list: lazy(() => import('./pages/list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))),
  },
  start(context) {
    context.on('street_change', followRecords('streets', documents.page));
  },
});
