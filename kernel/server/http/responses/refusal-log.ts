import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { CodedError } from '#kernel/contract/index.ts';
import { createTokenBuckets } from '../../concurrency/rate-limiter.ts';

/** Refusals that are written one by one; a flood beyond them is counted, so that it fills no disk. */
const writtenRefusals = { burst: 50, perSecond: 50 };

/** What a user was refused that they may have no right to: who, from where, what. Conflicts of honest work are none. */
const refusals: readonly number[] = [400, 401, 403, 404, 413, 422, 429];

/** Creates the writer of refusals of one server into its log. `now` gives milliseconds. */
export function createRefusalLog(now: () => number = () => performance.now()) {
  // One bucket for all: it is the disk that is protected.
  const takeToken = createTokenBuckets<'all'>(writtenRefusals, now);
  let omitted = 0;

  return function write(
    log: Pick<FastifyBaseLogger, 'info'>,
    refusal: Readonly<Record<string, unknown>>,
    message: string,
  ): void {
    if (takeToken('all') > 0) {
      omitted++;
      return;
    }
    log.info({ ...refusal, ...(omitted > 0 ? { omitted } : {}) }, message);
    omitted = 0;
  };
}

/**
 * What the log says of a refused call: a missing right, a wrong or missing session, input that breaks the rules, too many
 * attempts; null for what is no refusal. The address is the pattern of the route, and fields are counted: both may carry what
 * people have typed.
 */
export function describeRefusal(
  request: FastifyRequest,
  { status, code, fields }: CodedError,
): Readonly<Record<string, unknown>> | null {
  if (!refusals.includes(status)) return null;
  return {
    status,
    code,
    method: request.method,
    route: request.routeOptions.url ?? null,
    address: request.ip,
    admin: request.session?.viewer.id ?? null,
    ...(fields ? { fields: Object.keys(fields).length } : {}),
  };
}
