import { defineClient, followRecords, lazyPage } from '#kernel/plugin-api/client.ts';
import { users } from '../manifest.ts';
import { citizenDocument, documents, similarDocument } from './data/queries.ts';

/** The client module of citizens. */
export const usersClient = defineClient(users, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage),
    import: lazyPage(async () => (await import('./pages/import-page.tsx')).ImportPage),
    detail: lazyPage(async () => (await import('./pages/detail-page.tsx')).DetailPage),
  },
  start(context) {
    context.on('user_change', followRecords('users', documents.page, citizenDocument, similarDocument));
  },
});
