import pRetry from 'p-retry';

/** When a failed function is called again. */
export interface RetryPolicy {
  /** The maximum number of attempts, including the first; default: until one succeeds or `signal` aborts. */
  readonly maxAttempts?: number;
  /** The pause in milliseconds after the first failure; each further pause is twice as long. 0: no pause. */
  readonly delayMs: number;
  /** The longest pause in milliseconds; default: `delayMs`, so that all pauses are equal. */
  readonly maxDelayMs?: number;
  /** Whether to retry after an error; default: all except a `TypeError`, which is a programming error. */
  readonly shouldRetry?: (error: unknown) => boolean;
  readonly signal?: AbortSignal;
}

/**
 * Retries a function until it succeeds; throws its last error, or the reason of `signal`. Pauses do not keep the process
 * alive.
 */
export function retry<Result>(work: () => Promise<Result>, policy: RetryPolicy): Promise<Result> {
  const { maxAttempts = Infinity, delayMs, maxDelayMs = delayMs, shouldRetry, signal } = policy;
  return pRetry(work, {
    retries: maxAttempts - 1,
    minTimeout: delayMs,
    maxTimeout: maxDelayMs,
    unref: true,
    signal,
    ...(shouldRetry ? { shouldRetry: ({ error }) => shouldRetry(error) } : {}),
  });
}

/**
 * The pause that {@link retry} makes after so many failures in a row, in milliseconds: for work whose attempts are noted in the
 * database, since they outlive the process.
 */
export function pauseAfter(
  failures: number,
  { delayMs, maxDelayMs = delayMs }: Pick<RetryPolicy, 'delayMs' | 'maxDelayMs'>,
): number {
  return Math.min(delayMs * 2 ** (failures - 1), maxDelayMs);
}
