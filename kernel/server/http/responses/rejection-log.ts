import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { CodedError } from '#kernel/contract/index.ts';
import { createTokenBuckets } from '#kernel/domain/values/token-buckets.ts';

/** Rejections that are logged individually; a flood beyond them is only counted, so that it does not fill the disk. */
const writtenRejections = { burst: 50, perSecond: 50 };

/**
 * The statuses of rejections that are logged, since they may be attempts without the right. Ordinary conflicts are not
 * among them.
 */
const rejections: readonly number[] = [400, 401, 403, 404, 413, 422, 429];

/** Creates the log of one server's rejections. `now` returns milliseconds. */
export function createRejectionLog(now: () => number = () => performance.now()) {
  // One bucket for all, since it protects the disk.
  const takeToken = createTokenBuckets<'all'>(writtenRejections, now);
  let omitted = 0;

  return function write(
    log: Pick<FastifyBaseLogger, 'info'>,
    rejection: Readonly<Record<string, unknown>>,
    message: string,
  ): void {
    if (takeToken('all') > 0) {
      omitted++;
      return;
    }
    log.info({ ...rejection, ...(omitted > 0 ? { omitted } : {}) }, message);
    omitted = 0;
  };
}

/**
 * Returns the log fields of a rejected call: a missing right, a wrong or missing session, invalid input, too many
 * attempts; null if it is no rejection. The address is the route's pattern, and fields are only counted, since both may
 * contain user input.
 */
export function describeRejection(
  request: FastifyRequest,
  { status, code, fields }: CodedError,
): Readonly<Record<string, unknown>> | null {
  if (!rejections.includes(status)) return null;
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
