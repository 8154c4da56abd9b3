import { lazy } from 'react';
import { defineClient, followRecords } from '#kernel/plugin-api/client.ts';
import { users } from '../manifest.ts';
import { citizenDocument, documents, similarDocument } from './queries.ts';

/** The registered citizens in the browser. */
export const usersClient = defineClient(users, {
  pages: {
    list: lazy(() => import('./pages/list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))),
    import: lazy(() => import('./pages/import-page.tsx').then(({ ImportPage }) => ({ default: ImportPage }))),
    detail: lazy(() => import('./pages/detail-page.tsx').then(({ DetailPage }) => ({ default: DetailPage }))),
  },
  start(context) {
    context.on('user_change', followRecords('users', documents.page, citizenDocument, similarDocument));
  },
});
