import { CodedError } from '#kernel/contract/index.ts';

/** The status that nginx gives a call whose client went away before its response. */
export const clientClosedStatus = 499;

/**
 * Makes the error of a call whose client went away before its response. Nobody reads it; by its
 * status metrics and traces tell it from a bad request, and the log of refusals leaves it out.
 */
export function clientClosedRequest(): CodedError {
  return new CodedError({ status: clientClosedStatus, code: 'malformed' });
}
