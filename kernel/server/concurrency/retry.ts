import pRetry from 'p-retry';

/** When to call a failed function again. */
export interface RetryPolicy {
  /** The maximum number of attempts, including the first; default: until one succeeds or `signal` is aborted. */
  readonly maxAttempts?: number;
  /** The pause in milliseconds after the first failure. 0: no pause. */
  readonly delayMs: number;
  /** The ratio of each pause to the previous one; default: 2. */
  readonly factor?: number;
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
  const { maxAttempts = Infinity, delayMs, factor = 2, maxDelayMs = delayMs, shouldRetry, signal } = policy;
  return pRetry(work, {
    retries: maxAttempts - 1,
    minTimeout: delayMs,
    factor,
    maxTimeout: maxDelayMs,
    unref: true,
    signal,
    ...(shouldRetry ? { shouldRetry: ({ error }) => shouldRetry(error) } : {}),
  });
}

/**
 * Returns the pause that {@link retry} makes after a number of consecutive failures, in milliseconds; for attempts that
 * are counted elsewhere, such as in the database, where they outlive the process.
 */
export function pauseAfter(
  failures: number,
  { delayMs, factor = 2, maxDelayMs = delayMs }: Pick<RetryPolicy, 'delayMs' | 'factor' | 'maxDelayMs'>,
): number {
  return Math.min(delayMs * factor ** (failures - 1), maxDelayMs);
}
