import { lazy } from 'react';
import { defineClient, followRecords } from '#kernel/plugin-api/client.ts';
import { directions } from '../manifest.ts';
import { documents } from './queries.ts';

/** The directions in the browser. */
export const directionsClient = defineClient(directions, {
  pages: {
    list: lazy(() => import('./pages/list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))),
  },
  start(context) {
    context.on('direction_change', followRecords('directions', documents.page));
  },
});
