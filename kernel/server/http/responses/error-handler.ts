import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { CodedError, fail, type ErrorBody } from '#kernel/contract/index.ts';
import { codedDatabaseError } from '../../database/pool/errors.ts';
import { languageOf, type Texts } from '../../i18n/texts.ts';
import { clientClosedRequest } from './client-closed-request.ts';
import { createRejectionLog, describeRejection } from './rejection-log.ts';
import { commonHeaders } from '../security/headers.ts';
import { maskByName } from '../../personal/mask-personal.ts';

/** Creates the error handler, which converts every error to a coded one in the requested language. */
export function errorHandler(texts: Texts) {
  const writeRejection = createRejectionLog();
  const delayRejection = createRejectionDelay();
  return async function handleError(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const coded = toCodedError(error);
    request.errorCode = coded.code;
    if (coded.status >= 500 && coded !== error) {
      request.log.error(
        { err: error, route: request.routeOptions.url, method: request.method },
        'a call failed',
      );
    }
    const rejection = describeRejection(request, coded);
    if (rejection) writeRejection(request.log, rejection, 'a call was rejected');
    if (coded.delayed) await delayRejection();
    if (coded.retryAfter !== undefined) void reply.header('retry-after', String(coded.retryAfter));
    const body = JSON.stringify(errorBody(texts, coded, request.headers['accept-language']));
    // Set here too, since an invalid URL reaches no route and none of its hooks.
    return reply
      .code(coded.status)
      .headers(
        reply.hasHeader('content-security-policy')
          ? { 'cache-control': 'no-store' }
          : { ...commonHeaders, 'cache-control': 'no-store' },
      )
      .type('application/json; charset=utf-8')
      .send(body);
  };
}

/** The body of an error response; a record in it is masked, since rejected changes are not in the audit log. */
export function errorBody(texts: Texts, error: CodedError, acceptLanguage: string | undefined): ErrorBody {
  const language = languageOf(acceptLanguage);
  const err = texts.ofError(language, error);
  const fields =
    error.fields &&
    Object.fromEntries(
      Object.entries(error.fields).map(([path, message]) => [
        path,
        texts.ofMessage(language, message, error.namespace),
      ]),
    );
  return {
    ...(maskByName(error.beside ?? {}) as object),
    err,
    message: err,
    code: error.code,
    ...(fields ? { fields } : {}),
  };
}

/** Converts any error to one of the catalogue. */
export function toCodedError(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const fromFramework = codedFrameworkError(error as FastifyError);
  return fromFramework ?? codedDatabaseError(error) ?? fail('internal');
}

function codedFrameworkError({ code, statusCode, message }: Partial<FastifyError>): CodedError | null {
  if (code === 'FST_FILES_LIMIT') return fail('too_many_files');
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT' || statusCode === 413)
    return fail('too_large');
  if (statusCode === 503) return fail('unavailable', { retryAfter: 5 });
  // The client disconnected in the middle of its body.
  if (message === 'Premature close' || message === 'aborted') return clientClosedRequest();
  if (code === 'ECONNABORTED' || code === 'FST_MP_PREMATURE_CLOSE') return clientClosedRequest();
  if (statusCode === 404) return fail('not_found');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return fail('malformed');
  return null;
}

/**
 * Milliseconds by which a rejection is delayed, and the maximum number of delayed ones; further ones are sent at once.
 */
const delayMs = 200;
const maxHeld = 1000;

/**
 * Creates the delay of rejections of one server: a client that never stops then waits without using resources, instead
 * of keeping the server busy with rejections. `wait` is for tests.
 */
export function createRejectionDelay(
  wait: (milliseconds: number) => Promise<unknown> = (milliseconds) => sleep(milliseconds),
): () => Promise<void> {
  let held = 0;
  return async () => {
    if (held >= maxHeld) return;
    held++;
    try {
      await wait(delayMs);
    } finally {
      held--;
    }
  };
}
