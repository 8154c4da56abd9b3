import { defineServer, shareKnowledge, type Clock, systemClock } from '#kernel/plugin-api/server.ts';
import { audit } from '../manifest.ts';
import { exportRoute } from './export.ts';
import { facets, list } from './routes.ts';
import { verificationRoute } from './verification.ts';
import { scheduleWatch } from './watch/schedule.ts';

/** Creates the server module of the audit log, with the clock of its activity watch. */
export const createAuditServer = (clock: Clock) =>
  defineServer(audit, () => ({
    routes: [list, facets, exportRoute(), verificationRoute()],
    hooks: [shareKnowledge('audit', new URL('../knowledge/', import.meta.url))],
    start: (context) => scheduleWatch(context, clock),
  }));

/** The server module of the audit log. */
export const auditServer = createAuditServer(systemClock);
