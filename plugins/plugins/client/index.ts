import { lazy } from 'react';
import { defineClient } from '#kernel/plugin-api/client.ts';
import { plugins } from '../manifest.ts';

/** The plugins in the browser. */
export const pluginsClient = defineClient(plugins, {
  pages: {
    list: lazy(() => import('./pages/list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))),
    detail: lazy(() => import('./pages/detail-page.tsx').then(({ DetailPage }) => ({ default: DetailPage }))),
  },
});
