import { defineServer } from '#kernel/server/api/index.ts';
import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { chat } from '../manifest.ts';
import { create, listRoute, remove, reset, show, update } from './entries/routes.ts';
import { createKnowledge } from './knowledge-base.ts';
import { sweepQuestions } from './limits.ts';
import { createAnswerGenerator } from './model/generate-answer.ts';
import { askRoute, suggestionsRoute } from './routes.ts';

const minute = 60_000;

/** The assistant on the server: what it is asked, and the knowledge base that it answers from. */
export const chatServer = defineServer(chat, (context) => {
  const openKnowledge = createKnowledge(context);
  const generateAnswer = createAnswerGenerator(context.log);
  return {
    routes: [
      askRoute(openKnowledge, generateAnswer),
      suggestionsRoute(openKnowledge),
      listRoute(openKnowledge),
      show,
      create,
      update,
      reset,
      remove,
    ],
    hooks: [shareKnowledge('chat', new URL('../knowledge/', import.meta.url))],
    widgets: { 'komak-chat': ({ config }) => config.visitors },
    async start() {
      await context.transaction(({ hooks }) => openKnowledge(hooks));
      context.every('sweep', 10 * minute, () => sweepQuestions(context.database));
    },
  };
});
