import { defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { audit } from '../manifest.ts';
import { exportRoute } from './export.ts';
import { facets, list } from './routes.ts';
import { verificationRoute } from './verification.ts';
import { scheduleWatch } from './watch/schedule.ts';
import { type Clock, systemClock } from './watch/settings.ts';

/** The audit log on the server, whose watch goes by a clock. */
export const createAuditServer = (clock: Clock) =>
  defineServer(audit, () => ({
    routes: [list, facets, exportRoute(), verificationRoute()],
    hooks: [shareKnowledge('audit', new URL('../knowledge/', import.meta.url))],
    start: (context) => scheduleWatch(context, clock),
  }));

/** The audit log on the server. */
export const auditServer = createAuditServer(systemClock);
