import { createQuotaLimiter, defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { minuteMs, secondMs } from '#kernel/domain/text/dates.ts';
import { intake } from '../manifest.ts';
import { intakeApplicationRoutes } from './applications/routes.ts';
import { hashOfCode } from './core/codes.ts';
import { erasureHooks } from './retention/erasure.ts';
import { codedError } from './core/errors.ts';
import { fileRoute } from './applications/file-route.ts';
import { followIdentification } from './identity/routes.ts';
import { letterCheckRoute } from './visitors/letter-check-route.ts';
import { eventsRoute, siteRoutes } from './sites/routes.ts';
import { insertSite } from './sites/store.ts';
import { statusRoutes } from './applications/status-routes.ts';
import { submitRoute } from './applications/submit-route.ts';
import { sweep } from './retention/sweep.ts';
import { visitorRoutes } from './visitors/routes.ts';
import { createDelivery } from './webhooks/deliver.ts';
import { webhooks } from './webhooks/describe.ts';
import {
  advanceEventIds,
  emitMissedChanges,
  emitPassedDeadlines,
  followApplications,
} from './webhooks/events.ts';

/**
 * The server module of intake: the routes for the widget and for sites with a key, and the webhooks with the
 * results.
 */
export const intakeServer = defineServer(intake, (context) => {
  const limiter = createQuotaLimiter({
    table: 'intake_quotas',
    errorOf: (details) => codedError('too_many', details),
  });
  const delivery = createDelivery(context);
  return {
    routes: [
      ...visitorRoutes(limiter),
      fileRoute(limiter),
      submitRoute(limiter),
      ...statusRoutes(limiter),
      letterCheckRoute(limiter),
      eventsRoute(limiter),
      ...siteRoutes,
      ...intakeApplicationRoutes,
    ],
    hooks: [
      followApplications,
      followIdentification,
      ...erasureHooks,
      shareKnowledge('intake', new URL('../knowledge/', import.meta.url)),
    ],
    webhooks,
    capabilities: ({ config }) => (config.visitors ? (intake.capabilities ?? []) : []),
    widgets: { 'komak-apply': ({ config }) => config.visitors },
    widgetPages: { '/apply': { widget: 'komak-apply', title: 'intake:page.title' } },
    async seed() {
      const { seedIntake } = await import('../demo/seed-intake.ts');
      await seedIntake(context, {
        insertSite: (database, site) => insertSite(database, context, site),
        hashOfCode: (code) => hashOfCode(context.vault, code),
      });
    },
    async start() {
      await advanceEventIds(context);
      context.every('webhooks', secondMs, () => delivery.begin());
      let isCaughtUp = false;
      context.every('deadlines', minuteMs, async () => {
        if (!isCaughtUp) await emitMissedChanges(context);
        isCaughtUp = true;
        await emitPassedDeadlines(context);
      });
      context.every('sweep', 10 * minuteMs, async () => {
        await limiter.sweep(context.database);
        await sweep(context);
      });
    },
    stop: () => delivery.stop(),
  };
});
