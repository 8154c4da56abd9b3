import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fail, signedIn, type SearchGroup } from '#kernel/contract/index.ts';
import {
  knownResponseSchema,
  searchLinesType,
  searchResponseSchema,
  type SearchLine,
} from '#kernel/contract/http/search.ts';
import { acceptedValues } from '../responses/accepted-values.ts';
import { responseJsonSchema } from '../responses/response-schema.ts';
import { sendStreamedResponse, StreamedResponse } from '../responses/raw-responses.ts';
import { authorize, callerOf, isFullSession } from '../pipeline/authorize.ts';
import { readInput } from '../pipeline/validate.ts';
import { languageOf } from '../../i18n/texts.ts';
import type { ServerServices } from '../../services/server-services.ts';
import {
  findByReferences,
  parseReferences,
  searchAll,
  searchSourcesFor,
  type SearchRequest,
  type SearchSource,
} from '../../search/search-all.ts';
import { createRateLimiter } from '../../limits/rate-limiter.ts';
import { createTaskQueue } from '../../concurrency/task-queue.ts';

/** Maximum number of concurrent searches, a part of the pool's connections; the rest is for other calls. */
const concurrency = 6;
/**
 * Milliseconds after which a source is late: for clients that show each group as it arrives, and for those that wait
 * for all.
 */
const timeoutMs = { lines: 5000, whole: 1500 };
/** Only scripts type faster. */
const typingRate = { burst: 40, perSecond: 8 };

/** The query of `GET search`. */
export const searchQuerySchema = z.strictObject({ q: z.string().trim().max(200).default('') });

/** The query of `GET search/known`: `applications.applications:12,users.users:5`. */
export const knownQuerySchema = z.strictObject({
  refs: z
    .string()
    .max(1000)
    .regex(/^[a-z][a-z0-9_]*\.\w+:\d{1,15}(,[a-z][a-z0-9_]*\.\w+:\d{1,15}){0,19}$/),
});

/** Mounts the search of the top bar and the lookup of recently opened records. */
export function mountSearch(api: FastifyInstance, services: ServerServices, base: string): void {
  const queue = createTaskQueue({ concurrency });
  const limitRate = createRateLimiter(typingRate);

  async function open(request: FastifyRequest, reply: FastifyReply) {
    const session = await authorize(services.sessions, callerOf(request), signedIn);
    if (!session) throw fail('unauthenticated');
    const { viewer } = session;
    limitRate(viewer.id);
    const language = languageOf(request.headers['accept-language']);
    const search: SearchRequest = { viewer, language, signal: clientGoneSignal(reply) };
    return { sources: isFullSession(session) ? searchSourcesFor(services, viewer) : [], search };
  }

  api.get(
    `${base}/search`,
    { schema: { response: { 200: responseJsonSchema(searchResponseSchema) } } },
    async (request, reply) => {
      const { sources, search } = await open(request, reply);
      const { q } = readInput(searchQuerySchema, request.query) as z.output<typeof searchQuerySchema>;
      const searched = q === '' ? [] : sources;
      if (acceptedValues(request.headers.accept).includes(searchLinesType)) {
        const groups = searchAll(searched, q, search, { queue, timeoutMs: timeoutMs.lines });
        return sendStreamedResponse(reply, new StreamedResponse(linesOf(searched, groups)));
      }
      const groups: SearchGroup[] = [];
      for await (const group of searchAll(searched, q, search, { queue, timeoutMs: timeoutMs.whole })) {
        if (group.items.length > 0 || group.state !== undefined) groups.push(group);
      }
      const order = searched.map((source) => source.search.id);
      const indexOf = ({ plugin, key }: SearchGroup) => order.indexOf(`${plugin}.${key}`);
      return { groups: groups.toSorted((one, other) => indexOf(one) - indexOf(other)) };
    },
  );

  api.get(
    `${base}/search/known`,
    { schema: { response: { 200: responseJsonSchema(knownResponseSchema) } } },
    async (request, reply) => {
      const { sources, search } = await open(request, reply);
      const { refs } = readInput(knownQuerySchema, request.query) as z.output<typeof knownQuerySchema>;
      return { items: await findByReferences(sources, parseReferences(refs), search, queue) };
    },
  );
}

async function* linesOf(
  searched: readonly SearchSource[],
  groups: AsyncIterable<SearchGroup>,
): AsyncGenerator<SearchLine> {
  yield { asked: searched.map(({ search: { plugin, key } }) => ({ plugin, key })) };
  for await (const group of groups) yield { group };
  yield { end: true };
}

/** Aborted when the client disconnects before its response, for example because the user is still typing. */
function clientGoneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
