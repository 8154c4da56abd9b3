import { createBatchMemory, defineServer, runBatches, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { letters } from '../manifest.ts';
import { batchRoutes } from './bulk/routes.ts';
import { letterBatches } from './bulk/run-batches.ts';
import { erasureHooks } from './erasure.ts';
import { createRenderer } from './pdf/renderer.ts';
import { hooks } from './hooks.ts';
import { auditHooks } from './related.ts';
import { check } from './routes/check-route.ts';
import { choices, draft, preview, replies, signatories } from './routes/compose-routes.ts';
import { detail, issue, voidLetter } from './routes/letter-routes.ts';
import { exportRoute, list } from './routes/register-routes.ts';
import { templateHistory } from './routes/template-history.ts';
import { templateRoutes } from './routes/template-routes.ts';
import { find } from './search-provider.ts';
import { createRegister } from './store/register.ts';

/** The server module of letters. */
export const lettersServer = defineServer(letters, (context) => {
  const renderer = createRenderer(context.log);
  const issuing = { context, renderer, register: createRegister(context.timeZone) };
  const batches = letterBatches(issuing);
  const memory = createBatchMemory();
  return {
    routes: [
      ...templateRoutes(issuing),
      ...templateHistory.routes,
      list,
      exportRoute(),
      choices,
      signatories,
      replies(issuing),
      draft(issuing),
      preview(issuing),
      issue(issuing),
      check(context),
      detail,
      voidLetter(issuing),
      ...batchRoutes(context),
    ],
    history: [templateHistory.tracked],
    hooks: [
      ...hooks,
      ...auditHooks,
      ...erasureHooks,
      shareKnowledge('letters', new URL('../knowledge/', import.meta.url)),
    ],
    search: { letters: find },
    async seed() {
      const { seedTemplates } = await import('../demo/seed-templates.ts');
      await seedTemplates(context.database);
    },
    start() {
      context.every('batches', 1000, (signal) => runBatches(context, batches, memory, signal));
    },
    stop: () => renderer.stop(),
  };
});
