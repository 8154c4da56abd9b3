import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { CodedError } from '#kernel/contract/index.ts';
import { createTokenBuckets } from '../../concurrency/rate-limiter.ts';

/** Refusals that are written one by one; a flood beyond them is counted, so that it fills no disk. */
const writtenRefusals = { burst: 50, perSecond: 50 };

/** The statuses of refusals that are logged, since the user may lack a right. Conflicts of honest work are not among them. */
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
 * Returns the log fields of a refused call: a missing right, a wrong or missing session, invalid input, too many attempts; null
 * if it is no refusal. The address is the route's pattern, and fields are only counted: both may contain what users have typed.
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
