import { anyone, type RegisteredRoute, type Rights } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { jsonOrLines, StreamedResponse } from '#kernel/server/http/responses/streamed.ts';
import { routesOf, type ServerContext } from '#kernel/server/api/index.ts';
import {
  chatbotAnswerSchema,
  chatbotBodySchema,
  streamLineSchema,
  streamType,
  suggestionsQuerySchema,
  suggestionsSchema,
  type ChatbotAnswer,
  type StreamLine,
  type Turn,
} from '../contract.ts';
import { chat } from '../manifest.ts';
import { askerOf, mayOpen, mayRead } from './asker.ts';
import { compose, sourceOf, withFiles, type Asked, type Composed } from './compose.ts';
import { openKnowledge, type Answer, type KnowledgeBase } from './knowledge.ts';
import { countQuery } from './limits.ts';
import { providerOf, type Provider } from './model/provider.ts';
import { tellByModel } from './model/tell.ts';

const route = routesOf(chat);

/** `POST chatbot`. Nothing of the question is stored or logged. */
export const ask = route({
  method: 'POST',
  path: 'chatbot',
  summary: 'Asks the assistant; told while it comes into being to who accepts application/x-ndjson',
  access: anyone,
  embedded: true,
  body: chatbotBodySchema,
  response: jsonOrLines(chatbotAnswerSchema, streamLineSchema),
  transaction: false,
  async handle(call) {
    const asker = askerOf(call);
    const { context, body, hooks } = call;
    await countQuery(context.database, asker);
    const base = await openKnowledge(context, hooks);
    const asked: Asked = {
      message: body.message,
      files: body.files,
      language: body.lang ?? call.language,
      rights: asker.rights,
    };
    const composed = compose(base, asked, context);
    const provider = composed.passages.length > 0 ? providerOf(context.config) : null;
    const lines = answerLines({ composed, asked, history: body.history, provider, context });
    return call.accepts(streamType) ? new StreamedResponse(lines) : lastOf(lines);
  },
});

/** `GET chatbot/suggestions`. */
export const suggestions = route({
  method: 'GET',
  path: 'chatbot/suggestions',
  summary: 'A few questions to begin with, which the caller may ask',
  access: anyone,
  embedded: true,
  query: suggestionsQuerySchema,
  response: suggestionsSchema,
  async handle(call) {
    const { rights } = askerOf(call);
    const base = await openKnowledge(call.context, call.hooks);
    const { pages } = call.context;
    return { questions: startersFor(base, { rights, pages, language: call.query.lang ?? call.language }) };
  },
});

interface Telling {
  readonly composed: Composed;
  readonly asked: Asked;
  readonly history: readonly Turn[];
  readonly provider: Provider | null;
  readonly context: ServerContext<typeof chat>;
}

/** The answer as it is told: a model's words while they come, if there is one, and at last the whole. */
async function* answerLines({
  composed,
  asked,
  history,
  provider,
  context,
}: Telling): AsyncGenerator<StreamLine> {
  const { answer, passages } = composed;
  if (!provider) {
    yield { type: 'answer', answer };
    return;
  }
  const { lang: language } = answer;
  const telling = tellByModel(
    provider,
    { question: asked.message, history, passages: passages.map((entry) => entry[language]), language },
    context.log,
  );
  try {
    for (;;) {
      const { done, value } = await telling.next();
      if (!done) {
        yield { type: 'text', text: value };
        continue;
      }
      if (!value) yield { type: 'answer', answer };
      else {
        const { rights } = asked;
        const cited = value.cited.flatMap((index) => passages[index] ?? []);
        const sources = cited.map((entry) => sourceOf(entry, { language, rights, pages: context.pages }));
        const message = withFiles(value.text, { files: asked.files, language, context });
        yield { type: 'answer', answer: { ...answer, message, sources, generated: true } };
      }
      return;
    }
  } finally {
    // Whoever asked may have gone away in the middle.
    await telling.return(null);
  }
}

async function lastOf(lines: AsyncIterable<StreamLine>): Promise<ChatbotAnswer> {
  let last: ChatbotAnswer | undefined;
  for await (const line of lines) if (line.type === 'answer') last = line.answer;
  if (!last) throw new Error('nothing was answered');
  return last;
}

/** What is asked first, by whom it concerns: entries that lead to a page are for who may open it. */
const starters: readonly string[] = [
  'applications/take',
  'applications/forward',
  'applications/how-to-apply',
  'applications/deadline',
  'households/add',
  'applications/statuses',
  'stats/application',
  'chat/jshshir',
  'chat/change-password',
  'chat/menu-missing',
];
const shownStarters = 4;

function startersFor(
  { answers }: KnowledgeBase,
  asker: { rights: Rights | null; pages: readonly RegisteredRoute[]; language: Language },
): string[] {
  const { rights, pages, language } = asker;
  const isFor = ({ audience, path }: Answer): boolean =>
    mayRead(audience, rights) && (path === null || mayOpen(path, rights, pages));
  return starters
    .flatMap((key) => answers.find(({ shipped }) => shipped === key) ?? [])
    .filter((entry) => isFor(entry) && (rights === null) === (entry.audience === 'public'))
    .slice(0, shownStarters)
    .map((entry) => entry[language].name);
}
