import { CodedError } from '#kernel/contract/index.ts';

/** nginx's status for a call whose client disconnected before the response. */
export const clientClosedStatus = 499;

/**
 * Creates the error for a call whose client disconnected before its response. It is not sent; by its status, metrics
 * and traces distinguish it from a bad request, and the log of rejections omits it.
 */
export function clientClosedRequest(): CodedError {
  return new CodedError({ status: clientClosedStatus, code: 'malformed' });
}
