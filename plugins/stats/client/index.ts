import { defineClient, lazyPage } from '#kernel/plugin-api/client.ts';
import { stats } from '../manifest.ts';

/** The client module of statistics. */
export const statsClient = defineClient(stats, {
  pages: {
    general: lazyPage(async () => (await import('./pages/general-page.tsx')).GeneralPage),
    application: lazyPage(async () => (await import('./pages/application-page.tsx')).ApplicationPage),
  },
  start(context) {
    context.on('stats_change', (change) => void live().then(({ followStats }) => followStats(change)));
    context.onReconnect(() => void live().then(({ readAll }) => readAll()));
  },
});

/** Loaded with the pages, or with the first change: most sessions use neither. */
function live() {
  return import('./data/realtime.ts');
}
