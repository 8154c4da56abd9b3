import { defineClient, extend, lazyExtension, lazyPage } from '#kernel/plugin-api/client.ts';
import { slot } from '#kernel/plugin-api/contract.ts';
import { applicationTask } from '#plugins/applications/contract.ts';
import { work } from '../manifest.ts';

const TaskNote = lazyExtension(async () => (await import('./components/tasks/task-note.tsx')).TaskNote);

const Offboarding = lazyExtension(
  async () => (await import('./components/staff/offboarding.tsx')).Offboarding,
);

/** Declared by its id: importing the contract of admins would add it to the work page's download. */
const adminOffboarding = slot<{ adminId: number; onDone: () => void; onCancel: () => void }>(
  'admins.offboarding',
);

/** The client module of the work page. */
export const workClient = defineClient(work, {
  pages: {
    mine: lazyPage(async () => (await import('./pages/work-page.tsx')).WorkPage),
    load: lazyPage(async () => (await import('./pages/load-page.tsx')).LoadPage),
  },
  extensions: [extend(applicationTask, TaskNote), extend(adminOffboarding, Offboarding)],
  start(context) {
    context.on('work_change', () => void live().then(({ refreshSoon }) => refreshSoon()));
    context.onReconnect(() => void live().then(({ refreshSoon }) => refreshSoon()));
  },
});

/** Loaded with the page, or with the first change. */
function live() {
  return import('./data/realtime.ts');
}
