import { lazy } from 'react';
import { defineClient, extend } from '#kernel/plugin-api/client.ts';
import { slot } from '#kernel/plugin-api/contract.ts';
import { applicationTask } from '#plugins/applications/contract.ts';
import { work } from '../manifest.ts';

const TaskNote = lazy(() =>
  import('./components/tasks/task-note.tsx').then(({ TaskNote: part }) => ({ default: part })),
);

const Departure = lazy(() =>
  import('./components/staff/departure.tsx').then(({ Departure: part }) => ({ default: part })),
);

/** Declared by its id: the contract of admins would be downloaded with the desk. */
const adminDeparture = slot<{ adminId: number; onDone: () => void; onCancel: () => void }>(
  'admins.departure',
);

/** The desk in the browser. */
export const workClient = defineClient(work, {
  pages: {
    mine: lazy(() => import('./pages/work-page.tsx').then(({ WorkPage }) => ({ default: WorkPage }))),
    load: lazy(() => import('./pages/load-page.tsx').then(({ LoadPage }) => ({ default: LoadPage }))),
  },
  extensions: [extend(applicationTask, TaskNote), extend(adminDeparture, Departure)],
  start(context) {
    context.on('work_change', () => void live().then(({ refreshSoon }) => refreshSoon()));
    context.onReconnect(() => void live().then(({ refreshSoon }) => refreshSoon()));
  },
});

/** Comes with the page, or with the first change. */
function live() {
  return import('./realtime.ts');
}
