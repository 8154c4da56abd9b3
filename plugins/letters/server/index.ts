import { defineServer } from '#kernel/plugin-api/server.ts';
import { letters } from '../manifest.ts';
import { batchRoutes } from './bulk/routes.ts';
import { runBatches } from './bulk/run-batches.ts';
import { createRenderer } from './pdf/renderer.ts';
import { hooks } from './hooks.ts';
import { check } from './routes/check-route.ts';
import {
  choices,
  detail,
  draft,
  issue,
  preview,
  replies,
  signatories,
  voidLetter,
} from './routes/letter-routes.ts';
import { exportLetters, list } from './routes/register-routes.ts';
import { templateRoutes } from './routes/template-routes.ts';
import { find } from './search-provider.ts';

/** Letters on the server. */
export const lettersServer = defineServer(letters, (context) => {
  const renderer = createRenderer();
  const issuing = { context, renderer };
  let isStopping = false;
  return {
    routes: [
      ...templateRoutes(issuing),
      list,
      exportLetters,
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
    hooks,
    search: { letters: find },
    start() {
      isStopping = false;
      context.every('batches', 1000, () => runBatches(issuing, () => isStopping));
    },
    async stop() {
      isStopping = true;
      await renderer.stop();
    },
  };
});
