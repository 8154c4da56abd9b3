import { lazy } from 'react';
import { defineClient } from '#kernel/client/plugin.ts';
import { stats } from '../manifest.ts';
import { followClock, followStats, readAll } from './live.ts';

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
    context.on('stats_change', followStats);
    context.onReconnect(readAll);
    context.onStop(followClock());
  },
});
