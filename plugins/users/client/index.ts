import { lazy } from 'react';
import { defineClient, followRecords } from '#kernel/plugin-api/client.ts';
import { users } from '../manifest.ts';
import { documents } from './queries.ts';

/** The registered citizens in the browser. */
export const usersClient = defineClient(users, {
  pages: {
    list: lazy(() => import('./pages/list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))),
  },
  start(context) {
    context.on('user_change', followRecords('users', documents.page));
  },
});
