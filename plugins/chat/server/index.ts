import { createQuotaLimiter, defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { minuteMs } from '#kernel/domain/text/dates.ts';
import { chat } from '../manifest.ts';
import { codedError } from './core/errors.ts';
import { createEntryServer } from './entries/entry-server.ts';
import { createShippedEntries } from './entries/shipped-entries.ts';
import { createKnowledge } from './knowledge-base.ts';
import { createAnswerGenerator } from './model/generate-answer.ts';
import { askRoute, suggestionsRoute } from './routes.ts';

/** The server module of the assistant: its routes, and the knowledge base that it answers from. */
export const chatServer = defineServer(chat, (context) => {
  const shipped = createShippedEntries(context);
  const entries = createEntryServer(shipped);
  const knowledge = createKnowledge(context, shipped, entries.store);
  const questions = createQuotaLimiter({
    table: 'chat_quotas',
    errorOf: ({ retryAfter }) => codedError('too_many_questions', { retryAfter }),
  });
  const generateAnswer = createAnswerGenerator(context.log);
  return {
    routes: [
      askRoute(questions, knowledge.open, generateAnswer),
      suggestionsRoute(knowledge.open),
      ...entries.routes,
    ],
    hooks: [shareKnowledge('chat', new URL('../knowledge/', import.meta.url))],
    widgets: { 'komak-chat': ({ config }) => config.visitors },
    async start() {
      await context.transaction(({ hooks }) => knowledge.open(hooks));
      context.every('sweep', 10 * minuteMs, () => questions.sweep(context.database));
    },
  };
});
