import { retry } from '../../concurrency/retry.ts';
import { isUnavailable } from './errors.ts';

/**
 * Reads a part of a long response, such as a file, with retries, so that a busy pool or a database restart does not abort
 * it. Throws the last error after four attempts: within seconds if the database refuses connections, after about a minute if
 * each attempt times out.
 */
export function retryRead<Result>(read: () => Promise<Result>): Promise<Result> {
  return retry(read, { maxAttempts: 4, delayMs: 1000, maxDelayMs: 4000, shouldRetry: isUnavailable });
}
