import { defineClient, lazyPage } from '#kernel/plugin-api/client.ts';
import { plugins } from '../manifest.ts';

/** The client module of the plugins page. */
export const pluginsClient = defineClient(plugins, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage),
    detail: lazyPage(async () => (await import('./pages/detail-page.tsx')).DetailPage),
  },
});
