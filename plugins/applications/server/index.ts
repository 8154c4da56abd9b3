import { scheduleCompaction } from '#kernel/server/lists/keep-folding.ts';
import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { defineServer } from '#kernel/server/plugins/api/index.ts';
import { applications } from '../manifest.ts';
import { changeStatus, forward, sendMessage } from './action-routes.ts';
import { tellCounts, tellFigures, tellNeighborhoods, tellPage } from './hooks.ts';
import { find } from './search-provider.ts';
import { flushReads } from './read-audit.ts';
import { create, detail, list } from './routes.ts';
import { foldCounts } from './store/counts.ts';
import { foldSteps } from './store/durations.ts';
import { mayReadFile } from './store/detail.ts';
import { uses } from './uses.ts';

/** Applications on the server. */
export const applicationsServer = defineServer(applications, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [list, detail, create, changeStatus, sendMessage, forward],
  hooks: [
    uses,
    tellPage,
    tellCounts,
    tellFigures,
    tellNeighborhoods,
    shareKnowledge('applications', new URL('../knowledge/', import.meta.url)),
  ],
  search: { applications: find },
  mayReadFile: (fileId, viewer, { database }) => mayReadFile(database, fileId, viewer),
  async seed(context) {
    const { seedApplications } = await import('../demo/seed-applications.ts');
    await seedApplications(context);
  },
  start(context) {
    scheduleCompaction(context, 'application_count_deltas', foldCounts);
    scheduleCompaction(context, 'application_step_deltas', (database) =>
      foldSteps(database, context.timeZone),
    );
  },
  stop: flushReads,
});
