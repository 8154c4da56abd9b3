import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import type { LoadShedding } from '../../concurrency/load-shedder.ts';
import { networkOf } from '#kernel/identity/server/index.ts';
import { codedDatabaseError } from '../../database/pool/errors.ts';
import { createEffects, inTransaction } from '../../plugins/transactions/effects.ts';
import type { ApiRoute, DatabaseTransaction, UploadedFile } from '../../plugins/api/index.ts';
import type { ReceivedFile } from '../../services/ports.ts';
import { originOf, createCall, parseInput, type Input, type MountedRoute } from './call.ts';
import { Download, sendDownload } from '../responses/download.ts';
import { CachedResponse, sendCachedResponse } from '../responses/cached-response.ts';
import {
  findStoredResponse,
  storeResponse,
  readIdempotentRequest,
  type IdempotentRequest,
  type StoredResponse,
} from './idempotency.ts';
import { Redirect, sendRedirect } from '../responses/redirect.ts';
import { sendStreamedResponse, StreamedResponse } from '../responses/streamed.ts';
import { receiveForm } from './upload.ts';

/**
 * Works on a call in a place of its kind, once what came with it has been read: a slow sender keeps nobody out. Calls that look
 * after their own transaction take none, since they wait for other things (a hash, a model of language) in lines of their own.
 */
function withSlot<Result>(
  { services, route }: MountedRoute,
  request: FastifyRequest,
  work: () => Promise<Result> | Result,
): Promise<Result> | Result {
  if (route.transaction === false) return work();
  return services.loadShedding[kindOf(route)].run(callerOf(request), () => {
    // Whoever waited may have gone meanwhile.
    if (request.raw.socket.destroyed) throw fail('malformed');
    return work();
  });
}

/** Whose places a call takes: an admin's, however many sessions he has; of those who are not signed in, their network's. */
function callerOf({ session, ip }: FastifyRequest): string {
  return session ? `admin ${session.viewer.id}` : `network ${networkOf(ip)}`;
}

/** Lets in only so many whose files are read into memory: what is refused is refused before it is read. */
function withUploadSlot<Result>(
  { services, route }: MountedRoute,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  return route.upload?.keep === false ? services.loadShedding.sheet.run(callerOf(request), work) : work();
}

/** Whether a call reads or changes something. */
export function kindOf(route: ApiRoute): keyof Pick<LoadShedding, 'read' | 'change'> {
  return route.method === 'GET' ? 'read' : 'change';
}

/** Whether a call runs within a transaction of ours, which is what makes it harmless to send it again with its key. */
export function isMutation({ method, transaction }: Pick<ApiRoute, 'method' | 'transaction'>): boolean {
  return transaction ?? method !== 'GET';
}

/** A read, or a call that looks after its own transaction. */
export function runPlain(
  mounted: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  return withUploadSlot(mounted, request, () => runPlainInRoom(mounted, request, reply));
}

async function runPlainInRoom(
  mounted: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { services, route } = mounted;
  const { body, uploads } =
    route.upload?.keep === false ? await readBody(mounted, request) : { body: request.body, uploads: [] };
  const input = parseInput(route, request, body);
  assertFiles(route, uploads.length);
  // Its effects do not wait for a commit: there is none that we know of.
  const effects = createEffects(
    services,
    services.database as DatabaseTransaction,
    originOf(mounted, request),
  );
  const call = createCall(mounted, request, input, effects, { files: [], uploads, reply });
  const answer = await withSlot(mounted, request, () => route.handle(call as never));
  await effects.settle();
  if (answer instanceof Download) return sendDownload(reply, answer, route.response);
  if (answer instanceof CachedResponse) return sendCachedResponse(request, reply, answer, route.response);
  if (answer instanceof Redirect) return sendRedirect(reply, answer);
  if (answer instanceof StreamedResponse) return sendStreamedResponse(reply, answer);
  void reply.code(route.status ?? 200);
  return answer;
}

/** A mutation: in one transaction, which ends with the record that makes a repetition harmless. */
export function runMutation(
  mounted: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withUploadSlot(mounted, request, () => runMutationInRoom(mounted, request, reply));
}

async function runMutationInRoom(
  mounted: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { services, route } = mounted;
  const { body, received, uploads } = await readBody(mounted, request);
  let kept = false;
  try {
    // First, since what passes it is known not to nest without end.
    const input = parseInput(route, request, body);
    assertFiles(route, received.length + uploads.length);
    const repeatable = readIdempotentRequest(request, body, [...received, ...uploads]);
    const stored = await withSlot(mounted, request, async (): Promise<StoredResponse> => {
      try {
        const made = await change(mounted, request, reply, { input, received, uploads, repeatable });
        kept = true;
        return made;
      } catch (error) {
        // A connection that breaks may take the answer of a commit with it: the files may have an owner, or are swept later.
        kept = codedDatabaseError(error)?.code === 'unavailable';
        const former = repeatable && (await findStoredResponse(services.database, repeatable, error));
        if (!former) throw error;
        void reply.header('idempotent-replay', 'true');
        return former;
      }
    });
    return reply.code(stored.status).type('application/json; charset=utf-8').send(stored.answer);
  } finally {
    if (!kept && received.length > 0) await services.files.discard(received);
  }
}

function assertFiles({ upload }: ApiRoute, count: number): void {
  if (count >= (upload?.minFiles ?? 0)) return;
  throw fail('invalid', { fields: { files: { key: 'kernel:validation.required' } } });
}

async function readBody(
  { services, route }: MountedRoute,
  request: FastifyRequest,
): Promise<{ body: unknown; received: readonly ReceivedFile[]; uploads: readonly UploadedFile[] }> {
  if (!request.isMultipart()) return { body: request.body, received: [], uploads: [] };
  if (!route.upload) throw fail('malformed');
  const { fields, files, uploads } = await receiveForm(request, route.upload, services.files);
  return { body: fields, received: files, uploads };
}

async function change(
  mounted: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  given: {
    input: Input;
    received: readonly ReceivedFile[];
    uploads: readonly UploadedFile[];
    repeatable: IdempotentRequest | null;
  },
): Promise<StoredResponse> {
  const { services, route } = mounted;
  const { input, received, uploads, repeatable } = given;
  const status = route.status ?? 200;
  void reply.code(status);
  return inTransaction(services, originOf(mounted, request), async (effects) => {
    const files =
      received.length > 0
        ? await services.files.keep(received, request.session?.viewer.id ?? 0, effects.database)
        : [];
    const result = await route.handle(
      createCall(mounted, request, input, effects, { files, uploads, reply }) as never,
    );
    const stored = { status, answer: reply.serialize(result) as string };
    if (repeatable) await storeResponse(effects.database, repeatable, stored);
    return stored;
  });
}
