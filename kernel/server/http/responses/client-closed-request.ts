import { CodedError } from '#kernel/contract/index.ts';

/** The status that nginx gives a call whose client went away before its response. */
export const clientClosedStatus = 499;

/**
 * Creates the error of a call whose client disconnected before its response. It is not sent; by its status metrics and traces
 * distinguish it from a bad request, and the log of rejections omits it.
 */
export function clientClosedRequest(): CodedError {
  return new CodedError({ status: clientClosedStatus, code: 'malformed' });
}
