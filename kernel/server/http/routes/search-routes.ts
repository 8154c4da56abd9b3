import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fail, signedIn, type SearchGroup } from '#kernel/contract/index.ts';
import {
  knownAnswerSchema,
  searchAnswerSchema,
  searchLinesType,
  type SearchLine,
} from '#kernel/contract/search.ts';
import { responseJsonSchema } from '../responses/response-schema.ts';
import { authorize, isFullSession } from '../pipeline/authorize.ts';
import { readInput } from '../pipeline/validate.ts';
import { languageOf } from '../../i18n/language.ts';
import type { ServerServices } from '../../services/server-services.ts';
import {
  searchAll,
  searchSourcesFor,
  type SearchSource,
  type SearchRequest,
} from '../../search/search-all.ts';
import { createRateLimiter } from '../../concurrency/rate-limiter.ts';
import { readReferences, findByReferences } from '../../search/find-by-references.ts';
import { createTurns } from '../../concurrency/semaphore.ts';

/** Statements of searches that are under way at once, of the pool's connections; the rest is for those who work. */
const atOnce = 6;
/** Milliseconds after which a finder is late: for those who are shown each group as it comes, and for those who wait for all. */
const patience = { lines: 5000, whole: 1500 };
/** Nobody rests so seldom while he types; a script does. */
const typing = { burst: 40, perSecond: 8 };

/** Query of `GET search`. */
export const searchQuerySchema = z.strictObject({ q: z.string().trim().max(200).default('') });

/** Query of `GET search/known`: `applications.applications:12,users.users:5`. */
export const knownQuerySchema = z.strictObject({
  refs: z
    .string()
    .max(1000)
    .regex(/^[a-z][a-z0-9_]*\.\w+:\d{1,15}(,[a-z][a-z0-9_]*\.\w+:\d{1,15}){0,19}$/),
});

/** Mounts the search of the top bar, and the reading again of what somebody found before. */
export function mountSearch(api: FastifyInstance, services: ServerServices, base: string): void {
  const turns = createTurns(atOnce);
  const pace = createRateLimiter(typing);

  async function open(request: FastifyRequest, reply: FastifyReply) {
    const session = await authorize(services.sessions, request.headers.authorization, signedIn);
    if (!session) throw fail('unauthenticated');
    const { viewer } = session;
    pace(viewer.id);
    const language = languageOf(request.headers['accept-language']);
    const question: SearchRequest = { viewer, language, signal: goneSignal(reply) };
    return { finders: isFullSession(session) ? searchSourcesFor(services, viewer) : [], question };
  }

  api.get(
    `${base}/search`,
    { schema: { response: { 200: responseJsonSchema(searchAnswerSchema) } } },
    async (request, reply) => {
      const { finders, question } = await open(request, reply);
      const { q } = readInput(searchQuerySchema, request.query) as z.output<typeof searchQuerySchema>;
      const asked = q === '' ? [] : finders;
      const wantsLines = request.headers.accept?.includes(searchLinesType) ?? false;
      const found = (limit: number) => searchAll(asked, q, question, { turns, patience: limit });
      if (wantsLines) {
        // A proxy that gathers an answer before it passes it on would hold back the quick ones for the slow.
        void reply.headers({ 'content-type': searchLinesType, 'x-accel-buffering': 'no' });
        return reply.send(Readable.from(lines(asked, found(patience.lines))));
      }
      const groups: SearchGroup[] = [];
      for await (const group of found(patience.whole)) groups.push(group);
      const order = asked.map(({ search }) => search.id);
      const place = ({ plugin, key }: { plugin: string; key: string }) => order.indexOf(`${plugin}.${key}`);
      return {
        groups: groups
          .filter(({ items, state }) => items.length > 0 || state !== undefined)
          .toSorted((one, other) => place(one) - place(other)),
      };
    },
  );

  api.get(
    `${base}/search/known`,
    { schema: { response: { 200: responseJsonSchema(knownAnswerSchema) } } },
    async (request, reply) => {
      const { finders, question } = await open(request, reply);
      const { refs } = readInput(knownQuerySchema, request.query) as z.output<typeof knownQuerySchema>;
      return { items: await findByReferences(finders, readReferences(refs), question, turns) };
    },
  );
}

async function* lines(
  asked: readonly SearchSource[],
  groups: ReturnType<typeof searchAll>,
): AsyncGenerator<string> {
  const line = (content: SearchLine) => `${JSON.stringify(content)}\n`;
  yield line({ asked: asked.map(({ search: { plugin, key } }) => ({ plugin, key })) });
  for await (const group of groups) yield line({ group });
  yield line({ end: true });
}

/** Aborted when the caller has gone before he had his answer, such as one who types on. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
