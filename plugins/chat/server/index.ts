import { defineServer } from '#kernel/server/api/index.ts';
import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { chat } from '../manifest.ts';
import { create, list, remove, reset, show, update } from './entries/routes.ts';
import { openKnowledge } from './knowledge-base.ts';
import { sweepQuestions } from './limits.ts';
import { ask, suggestions } from './routes.ts';

const minute = 60_000;

/** The assistant on the server: what it is asked, and the knowledge base that it answers from. */
export const chatServer = defineServer(chat, {
  routes: [ask, suggestions, list, show, create, update, reset, remove],
  hooks: [shareKnowledge('chat', new URL('../knowledge/', import.meta.url))],
  widgets: { 'komak-chat': ({ config }) => config.visitors },
  async start(context) {
    await context.transaction(({ hooks }) => openKnowledge(context, hooks));
    context.every('sweep', 10 * minute, () => sweepQuestions(context.database));
  },
});
