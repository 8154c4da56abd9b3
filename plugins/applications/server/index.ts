import {
  createBatchMemory,
  defineServer,
  runBatches,
  scheduleCompaction,
  shareKnowledge,
  type Clock,
  systemClock,
} from '#kernel/plugin-api/server.ts';
import { applications } from '../manifest.ts';
import { changeStatus, forward, sendMessage } from './routes/action-routes.ts';
import { followResidents } from './border.ts';
import { applicationBatches } from './bulk/bulk-job.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { correct, transfer, withdraw } from './routes/change-routes.ts';
import { changeDeadline, deadline, extendDeadline } from './routes/deadline-routes.ts';
import { scheduleWarnings } from './clock/warnings.ts';
import { citizenRoute } from './routes/citizen-route.ts';
import { create } from './routes/create-route.ts';
import { erasureHooks } from './erasure.ts';
import { hooks } from './hooks.ts';
import { followHouseholds } from './follow-households.ts';
import { householdRoute, targetsRoute } from './routes/household-route.ts';
import { intakeRoute } from './intake/intake-check.ts';
import { followMerges, countCitizenUses, splitMerges } from './merges.ts';
import { auditHooks } from './related.ts';
import { createReadAudit } from './routes/read-audit.ts';
import { detailRoute, listRoute, reveal } from './routes/application-routes.ts';
import { find } from './search-provider.ts';
import { finishTask, returnTask } from './routes/task-routes.ts';
import { absences, addAbsence, endAbsence } from './staff/absence-routes.ts';
import { followStaff } from './staff/hand-over.ts';
import { scheduleHandovers } from './staff/handover-job.ts';
import { handOver, handoverPlan, handoverProgress } from './staff/handover-routes.ts';
import { exportLoad, load } from './staff/load-routes.ts';
import { createPageCache } from './store/list/page-cache.ts';
import { compactBits, scheduleBitCompaction } from './store/list/compact-bits.ts';
import { compactCounts, compactSteps } from './store/compaction.ts';
import { mayOpen, mayReadFile } from './store/detail.ts';
import { viewRoutes } from './views/view-routes.ts';
import { provideWork } from './work/provide-work.ts';

/** The interval at which pending handovers and bulk jobs are checked. */
const handoverMs = 1000;

/** The routes that need no state in the server's memory. */
const routes = [
  ...viewRoutes,
  reveal,
  ...bulkRoutes,
  intakeRoute,
  targetsRoute,
  citizenRoute,
  householdRoute,
  create,
  correct,
  changeStatus,
  sendMessage,
  forward,
  finishTask,
  absences,
  addAbsence,
  endAbsence,
  handoverPlan,
  handoverProgress,
  handOver,
  load,
  exportLoad,
  returnTask,
  transfer,
  withdraw,
  deadline,
  changeDeadline,
  extendDeadline,
];

/** Creates the server module of applications, with the clock for deadline warnings. */
export const createApplicationsServer = (clock: Clock) =>
  defineServer(applications, (context) => {
    const { database, timeZone } = context;
    const readAudit = createReadAudit();
    const pageCache = createPageCache();
    const batches = applicationBatches(context);
    const memory = createBatchMemory();
    return {
      routes: [listRoute(timeZone, pageCache), ...routes, detailRoute(readAudit)],
      hooks: [
        ...hooks,
        ...auditHooks,
        followResidents,
        followStaff,
        followMerges,
        splitMerges,
        countCitizenUses,
        provideWork,
        ...erasureHooks,
        shareKnowledge('applications', new URL('../knowledge/', import.meta.url)),
      ],
      search: { applications: find },
      mayReadFile: (fileId, viewer) => mayReadFile(database, fileId, viewer),
      presence: { application: (id, viewer) => mayOpen(database, id, viewer) },
      async seed() {
        const { seedApplications } = await import('../demo/seed-applications.ts');
        await seedApplications(context);
        await context.transaction((effects) => compactCounts(effects.database));
        await context.transaction((effects) => compactBits(effects.database, timeZone));
      },
      async start() {
        await scheduleBitCompaction(context);
        scheduleCompaction(context, 'application_count_deltas', compactCounts);
        scheduleCompaction(context, 'application_step_deltas', (within) => compactSteps(within, timeZone));
        followHouseholds(context);
        scheduleWarnings(context, clock);
        scheduleHandovers(context, Math.min(clock.periodMs, handoverMs));
        context.every('bulk', Math.min(clock.periodMs, handoverMs), (signal) =>
          runBatches(context, batches, memory, signal),
        );
      },
      stop: () => readAudit.flush(),
    };
  });

/** The server module of applications. */
export const applicationsServer = createApplicationsServer(systemClock);
