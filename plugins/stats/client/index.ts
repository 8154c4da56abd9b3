import { lazy } from 'react';
import { defineClient } from '#kernel/plugin-api/client.ts';
import { stats } from '../manifest.ts';

/** Statistics in the browser. */
export const statsClient = defineClient(stats, {
  pages: {
    general: lazy(() =>
      import('./pages/general-page.tsx').then(({ GeneralPage }) => ({ default: GeneralPage })),
    ),
    application: lazy(() =>
      import('./pages/application-page.tsx').then(({ ApplicationPage }) => ({ default: ApplicationPage })),
    ),
  },
  start(context) {
    context.on('stats_change', (change) => void live().then(({ followStats }) => followStats(change)));
    context.onReconnect(() => void live().then(({ readAll }) => readAll()));
  },
});

/** Comes with the pages, or with the first change: most who sign in see neither. */
function live() {
  return import('./realtime.ts');
}
