import { retry } from '../../concurrency/retry.ts';
import { isUnavailable } from './errors.ts';

/**
 * Reads a part of a long response that is under way, such as a file: a pool that has no connection for a moment, or a database
 * that restarts, fails one attempt and not the whole. Throws the last error after four attempts: within seconds where the database
 * refuses, in little more than a minute where each attempt runs into its timeout.
 */
export function retryRead<Result>(read: () => Promise<Result>): Promise<Result> {
  return retry(read, { maxAttempts: 4, delayMs: 1000, maxDelayMs: 4000, shouldRetry: isUnavailable });
}
