import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import type { LoadShedding } from '../../concurrency/load-shedder.ts';
import { networkOf } from '../../concurrency/network-of.ts';
import { codedDatabaseError } from '../../database/pool/errors.ts';
import { createEffects, inTransaction } from '../../transactions/effects.ts';
import type { ApiRoute, DatabaseTransaction, UploadedFile } from '../../api/index.ts';
import type { ReceivedFile } from '../../services/ports.ts';
import { authorize, authorizeAgain, callerOf as requestCallerOf } from './authorize.ts';
import { createArrival, createCall, originOf, parseInput, type Input, type MountedRoute } from './call.ts';
import {
  Download,
  HtmlPage,
  Redirect,
  sendDownload,
  sendHtmlPage,
  sendRedirect,
  sendStreamedResponse,
  StreamedResponse,
} from '../responses/raw-responses.ts';
import { CachedResponse, sendCachedResponse } from '../responses/cached-response.ts';
import { clientClosedRequest } from '../responses/client-closed-request.ts';
import {
  findStoredResponse,
  readIdempotentRequest,
  storeResponse,
  type IdempotentRequest,
  type StoredResponse,
} from './idempotency.ts';
import { receiveForm } from './upload.ts';

/**
 * Runs a call in a slot of its kind after its body was read, so that a slow sender does not block others. Calls that
 * manage their own transaction take no slot, since they wait in queues of their own (for a hash, a language model).
 */
function withSlot<Result>(
  { services, route }: MountedRoute,
  request: FastifyRequest,
  work: () => Promise<Result> | Result,
): Promise<Result> | Result {
  if (route.transaction === false) return work();
  return services.loadShedding[kindOf(route)].run(callerOf(request), () => {
    // The client may have disconnected while it waited.
    if (request.raw.socket.destroyed) throw clientClosedRequest();
    return work();
  });
}

/** The key for counting slots: the admin, across all sessions, or a visitor's network. */
function callerOf({ session, ip }: FastifyRequest): string {
  return session ? `admin ${session.viewer.id}` : `network ${networkOf(ip)}`;
}

/**
 * Limits the calls whose files are read into memory, and the concurrent uploads of a caller; rejects before the body is
 * read.
 */
function withUploadSlot<Result>(
  { services, route }: MountedRoute,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!route.upload || !request.isMultipart()) return work();
  const caller = callerOf(request);
  if (route.upload.keep === false) return services.loadShedding.upload.run(caller, work);
  return services.uploads.run(caller, work);
}

/** Whether a call reads or changes data. */
export function kindOf(route: ApiRoute): keyof Pick<LoadShedding, 'read' | 'change'> {
  return route.method === 'GET' ? 'read' : 'change';
}

/** Whether the kernel runs a call in a transaction, so that it can be repeated with its key. */
export function isMutation({ method, transaction }: Pick<ApiRoute, 'method' | 'transaction'>): boolean {
  return transaction ?? method !== 'GET';
}

/** Runs a read, or a call that manages its own transaction. */
export function runPlain(
  mounted: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  return withUploadSlot(mounted, request, () => runPlainInSlot(mounted, request, reply));
}

async function runPlainInSlot(
  mounted: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { services, route } = mounted;
  const { body, uploads } =
    route.upload?.keep === false ? await readBody(mounted, request) : { body: request.body, uploads: [] };
  if (route.method !== 'GET') await authorizeAgain(mounted, request, reply);
  const input = parseInput(route, request, body);
  assertFiles(route, uploads.length);
  async function handleOn(database: DatabaseTransaction): Promise<unknown> {
    // Its effects need no commit, since the kernel opens no transaction for them.
    const effects = createEffects(services, database, originOf(mounted, request));
    const call = createCall(mounted, request, input, effects, { files: [], uploads, reply });
    const given = await handle(mounted, call);
    await effects.settle();
    return given;
  }
  const response = await withSlot(mounted, request, async () => {
    const read = route.replica ? await services.replica?.read(handleOn) : null;
    return read ? read.result : handleOn(services.database as DatabaseTransaction);
  });
  if (response instanceof Download) {
    await endWithSession(mounted, request, reply, response.stream);
    return sendDownload(reply, response, route.response);
  }
  if (response instanceof CachedResponse) return sendCachedResponse(request, reply, response, route.response);
  if (response instanceof Redirect) return sendRedirect(reply, response);
  if (response instanceof HtmlPage) return sendHtmlPage(reply, response);
  if (response instanceof StreamedResponse) return sendStreamedResponse(reply, response);
  void reply.code(route.status ?? 200);
  return response;
}

/** Breaks a download off when its session ends, also if that happened while it was made. */
async function endWithSession(
  { services, route }: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  stream: Readable,
): Promise<void> {
  if (!request.session) return;
  services.sessionResponses.add(request.session.id, reply.raw);
  try {
    await authorize(services.sessions, requestCallerOf(request), route.access);
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/** Runs a mutation in one transaction, which ends with the record that makes repetitions safe. */
export function runMutation(
  mounted: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withUploadSlot(mounted, request, () => runMutationInSlot(mounted, request, reply));
}

async function runMutationInSlot(
  mounted: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { services, route } = mounted;
  const { body, received, uploads } = await readBody(mounted, request);
  let hasOwner = false;
  try {
    await authorizeAgain(mounted, request, reply);
    // First, since the depth of valid input is known to be limited.
    const input = parseInput(route, request, body);
    assertFiles(route, received.length + uploads.length);
    const files = [...received, ...uploads];
    const vault = route.secret ? services.vault : null;
    const idempotent = readIdempotentRequest(request, { body, files, vault });
    const stored = await withSlot(mounted, request, async (): Promise<StoredResponse> => {
      try {
        await route.beforeTransaction?.(Object.assign(createArrival(mounted, request), { body: input.body }));
        const made = await change(mounted, request, reply, { input, received, uploads, idempotent });
        hasOwner = true;
        return made;
      } catch (error) {
        // If a connection breaks during the commit, the files may have an owner; otherwise they are swept later.
        hasOwner = codedDatabaseError(error)?.code === 'unavailable';
        const former = idempotent && (await findStoredResponse(services.database, idempotent, error));
        if (!former) throw error;
        void reply.header('idempotent-replay', 'true');
        return former;
      }
    });
    return reply.code(stored.status).type('application/json; charset=utf-8').send(stored.body);
  } finally {
    if (!hasOwner && received.length > 0) await services.files.discard(received);
  }
}

/** Runs the handler and masks the personal fields of its result; errors are masked where they are written. */
async function handle(
  { route, services }: MountedRoute,
  call: Parameters<ApiRoute['handle']>[0],
): Promise<unknown> {
  const response = await route.handle(call);
  return route.clear === undefined ? services.maskPersonal(route.response, response) : response;
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
  const { fields, files, uploads } = await receiveForm(request, route.upload, {
    store: services.files,
    caller: callerOf(request),
  });
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
    idempotent: IdempotentRequest | null;
  },
): Promise<StoredResponse> {
  const { services, route } = mounted;
  const { input, received, uploads, idempotent } = given;
  const status = route.status ?? 200;
  void reply.code(status);
  return inTransaction(services, originOf(mounted, request), async (effects) => {
    const files =
      received.length > 0
        ? await services.files.keep(received, request.session?.viewer.id ?? 0, effects.database)
        : [];
    const call = createCall(mounted, request, input, effects, { files, uploads, reply });
    const result = await handle(mounted, call);
    const stored = { status, body: reply.serialize(result) as string };
    if (idempotent) await storeResponse(effects.database, idempotent, stored);
    return stored;
  });
}
