import {
  createIdReserve,
  defineServer,
  maintainCounters,
  backfillSearchKeys,
  removeEmptyCounters,
  shareKnowledge,
} from '#kernel/plugin-api/server.ts';
import { hourMs } from '#kernel/domain/text/dates.ts';
import { users } from '../manifest.ts';
import { erasureHooks } from './erasure.ts';
import { find } from './search-provider.ts';
import { history } from './history.ts';
import { createHooks } from './hooks.ts';
import { auditHooks } from './related.ts';
import { merge, preview as previewMerge, similar, similarTo, undo } from './merge-routes.ts';
import { list, lookup, reveal } from './routes.ts';
import { block, create, detail, update } from './write-routes.ts';
import { importSheet, preview, template } from './transfer/import-routes.ts';
import { compactCounts } from './store/compaction.ts';
import { counterTables } from './store/list.ts';
import { keysOf, writeKeys } from './store/uncompacted.ts';

/** The server module of the register of citizens. */
export const usersServer = defineServer(users, () => ({
  routes: [
    lookup,
    list,
    similarTo,
    template,
    detail,
    create,
    update,
    block,
    reveal,
    similar,
    previewMerge,
    merge,
    undo,
    preview,
    importSheet,
    ...history.routes,
  ],
  history: [history.tracked],
  hooks: [
    ...createHooks(createIdReserve('users')),
    ...auditHooks,
    ...erasureHooks,
    shareKnowledge('users', new URL('../knowledge/', import.meta.url)),
  ],
  search: { users: find },
  async seed(context) {
    const { seedCitizens } = await import('../demo/seed-citizens.ts');
    await seedCitizens(context, keysOf);
  },
  async start(context) {
    maintainCounters(context, counterTables, compactCounts);
    context.every('remove-unused-words', hourMs, () =>
      context.transaction(({ database }) => removeEmptyCounters(database, 'user_word_counts')),
    );
    await backfillSearchKeys(context, 'keys', writeKeys);
  },
}));
