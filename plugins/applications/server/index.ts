import { defineServer, scheduleCompaction, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { applications } from '../manifest.ts';
import { changeStatus, forward, sendMessage } from './action-routes.ts';
import { followResidents } from './border.ts';
import { changeTerm, extendTerm, term } from './clock/term-routes.ts';
import { type Clock, scheduleWarnings, systemClock } from './clock/warnings.ts';
import { create } from './create-route.ts';
import { hooks } from './hooks.ts';
import { createReadAudit } from './read-audit.ts';
import { detailRoute, list } from './routes.ts';
import { find } from './search-provider.ts';
import { compactCounts, compactSteps } from './store/compaction.ts';
import { mayReadFile } from './store/detail.ts';

/** Applications on the server, with the clock by which deadlines are warned of. */
export const createApplicationsServer = (clock: Clock) =>
  defineServer(applications, (context) => {
    const { database, timeZone } = context;
    const readAudit = createReadAudit();
    return {
      routes: [
        list,
        detailRoute(readAudit),
        create,
        changeStatus,
        sendMessage,
        forward,
        term,
        changeTerm,
        extendTerm,
      ],
      hooks: [
        ...hooks,
        followResidents,
        shareKnowledge('applications', new URL('../knowledge/', import.meta.url)),
      ],
      search: { applications: find },
      mayReadFile: (fileId, viewer) => mayReadFile(database, fileId, viewer),
      async seed() {
        const { seedApplications } = await import('../demo/seed-applications.ts');
        await seedApplications(context);
        await context.transaction((effects) => compactCounts(effects.database));
      },
      start() {
        scheduleCompaction(context, 'application_count_deltas', compactCounts);
        scheduleCompaction(context, 'application_step_deltas', (within) => compactSteps(within, timeZone));
        scheduleWarnings(context, clock);
      },
      stop: readAudit.flush,
    };
  });

/** Applications on the server. */
export const applicationsServer = createApplicationsServer(systemClock);
