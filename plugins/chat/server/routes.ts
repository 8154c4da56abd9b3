import { anyone, type RegisteredRoute, type Rights } from '#kernel/plugin-api/contract.ts';
import {
  jsonOrLines,
  type QuotaLimiter,
  routesOf,
  type ServerContext,
  StreamedResponse,
} from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import {
  chatbotBodySchema,
  chatbotResponseSchema,
  streamLineSchema,
  streamType,
  suggestionsQuerySchema,
  suggestionsSchema,
  type ChatbotResponse,
  type StreamLine,
  type Turn,
} from '../contract.ts';
import { chat } from '../manifest.ts';
import { identifyCaller, mayOpen, mayRead } from './caller.ts';
import {
  composeAnswer,
  sourceOf,
  withFilesNote,
  type ComposedAnswer,
  type ChatRequest,
} from './compose-answer.ts';
import type { KnowledgeBase, KnowledgeEntry, KnowledgeReader } from './knowledge-base.ts';
import type { GenerateAnswer } from './model/generate-answer.ts';
import { providerOf, type Provider } from './model/provider.ts';

const route = routesOf(chat);

/** `POST chatbot`. The question is neither stored nor logged. */
export const askRoute = (
  questions: QuotaLimiter,
  openKnowledge: KnowledgeReader['open'],
  generateAnswer: GenerateAnswer,
) =>
  route({
    method: 'POST',
    path: 'chatbot',
    summary: 'Asks the assistant; streams the answer to callers that accept application/x-ndjson',
    access: anyone,
    embedded: true,
    body: chatbotBodySchema,
    response: jsonOrLines(chatbotResponseSchema, streamLineSchema),
    transaction: false,
    async handle(call) {
      const caller = identifyCaller(call);
      const { context, body, hooks } = call;
      await questions.count(context.database, caller.quotas);
      const base = await openKnowledge(hooks);
      const request: ChatRequest = {
        message: body.message,
        files: body.files,
        language: body.lang ?? call.language,
        rights: caller.rights,
      };
      const composed = composeAnswer(base, request, context);
      const provider = composed.passages.length > 0 ? providerOf(context.config) : null;
      const lines = answerLines({
        composed,
        request,
        history: body.history,
        provider,
        context,
        generateAnswer,
      });
      return call.accepts(streamType) ? new StreamedResponse(lines) : lastOf(lines);
    },
  });

/** `GET chatbot/suggestions`. */
export const suggestionsRoute = (openKnowledge: KnowledgeReader['open']) =>
  route({
    method: 'GET',
    path: 'chatbot/suggestions',
    summary: 'Example questions that the caller may ask the assistant',
    access: anyone,
    embedded: true,
    query: suggestionsQuerySchema,
    response: suggestionsSchema,
    async handle(call) {
      const { rights } = identifyCaller(call);
      const base = await openKnowledge(call.hooks);
      const { pages } = call.context;
      return { questions: startersFor(base, { rights, pages, language: call.query.lang ?? call.language }) };
    },
  });

interface AnswerStream {
  readonly composed: ComposedAnswer;
  readonly request: ChatRequest;
  readonly history: readonly Turn[];
  readonly provider: Provider | null;
  readonly context: ServerContext<typeof chat>;
  readonly generateAnswer: GenerateAnswer;
}

/**
 * The lines of the streamed answer: the model's text as it arrives, if there is a model, and finally the
 * whole answer.
 */
async function* answerLines({
  composed: { answer, passages },
  request,
  history,
  provider,
  context,
  generateAnswer,
}: AnswerStream): AsyncGenerator<StreamLine> {
  if (!provider) {
    yield { type: 'answer', answer };
    return;
  }
  const { lang: language } = answer;
  const texts = passages.map((entry) => entry[language]);
  const generation = generateAnswer(provider, {
    question: request.message,
    history,
    passages: texts,
    language,
  });
  try {
    let next = await generation.next();
    for (; !next.done; next = await generation.next()) yield { type: 'text', text: next.value };
    const grounded = next.value;
    if (!grounded) {
      yield { type: 'answer', answer };
      return;
    }
    const { rights, files } = request;
    const cited = grounded.cited.flatMap((index) => passages[index] ?? []);
    const sources = cited.map((entry) => sourceOf(entry, { language, rights, pages: context.pages }));
    const message = withFilesNote(grounded.text, { files, language, context });
    yield { type: 'answer', answer: { ...answer, message, sources, generated: true } };
  } finally {
    // The caller may have disconnected.
    await generation.return(null);
  }
}

async function lastOf(lines: AsyncIterable<StreamLine>): Promise<ChatbotResponse> {
  let last: ChatbotResponse | undefined;
  for await (const line of lines) if (line.type === 'answer') last = line.answer;
  if (!last) throw new Error('the stream has no answer');
  return last;
}

/** The maximum number of entries offered as example questions. */
const maxStarters = 4;

/** The example questions that plugins propose, each only for callers who may open its page. */
function startersFor(
  { entries, shipped }: KnowledgeBase,
  caller: { rights: Rights | null; pages: readonly RegisteredRoute[]; language: Language },
): string[] {
  const { rights, pages, language } = caller;
  const isReachable = ({ audience, path }: KnowledgeEntry): boolean =>
    mayRead(audience, rights) && (path === null || mayOpen(path, rights, pages));
  const orderOf = ({ shipped: key }: KnowledgeEntry) =>
    (key === null ? undefined : shipped.get(key)?.starter) ?? Infinity;
  return entries
    .filter((entry) => orderOf(entry) < Infinity && isReachable(entry))
    .filter(({ audience }) => (rights === null) === (audience === 'public'))
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .slice(0, maxStarters)
    .map((entry) => entry[language].name);
}
