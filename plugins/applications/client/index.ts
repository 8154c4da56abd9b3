import { lazy } from 'react';
import { defineClient, extend } from '#kernel/plugin-api/client.ts';
import { applicationCards } from '../contract.ts';
import { applications } from '../manifest.ts';
import { refreshAfterReconnect, onReceived, onChanged, onLeft } from './realtime.ts';

const AcceptPage = lazy(() =>
  import('./pages/accept-page.tsx').then(({ AcceptPage: page }) => ({ default: page })),
);

const Cards = lazy(() =>
  import('./components/list/card-grid.tsx').then(({ Cards: part }) => ({ default: part })),
);

/** The applications in the browser. */
export const applicationsClient = defineClient(applications, {
  pages: {
    list: lazy(() => import('./pages/list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))),
    accept: AcceptPage,
    add: AcceptPage,
    detail: lazy(() => import('./pages/detail-page.tsx').then(({ DetailPage }) => ({ default: DetailPage }))),
  },
  extensions: [extend(applicationCards, Cards)],
  start(context) {
    context.on('application_receive', onReceived);
    context.on('application_change', onChanged);
    context.on('application_leave', onLeft);
    context.onReconnect(() => void refreshAfterReconnect());
  },
});
