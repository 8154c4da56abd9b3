import pRetry from 'p-retry';

/** When work that failed is run again. */
export interface RetryPolicy {
  /** The most attempts, the first one included; absent: until one succeeds or `signal` aborts. */
  readonly maxAttempts?: number;
  /** The pause after the first failure. 0: no pause. */
  readonly delayMs: number;
  /** How many times as long each further pause is; absent: twice. */
  readonly factor?: number;
  /** The longest pause; absent: `delayMs`, so that all pauses are equal. */
  readonly maxDelayMs?: number;
  /** Which errors are worth another attempt; absent: all but a `TypeError`, which is a mistake of ours. */
  readonly shouldRetry?: (error: unknown) => boolean;
  readonly signal?: AbortSignal;
}

/** Runs work until it succeeds; throws its last error, or the reason of `signal`. A pause does not keep the process alive. */
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
 * The pause that {@link retry} makes after so many failures in a row, in milliseconds: for work whose attempts are counted
 * elsewhere, as in the database, where they outlive the process.
 */
export function pauseAfter(
  failures: number,
  { delayMs, factor = 2, maxDelayMs = delayMs }: Pick<RetryPolicy, 'delayMs' | 'factor' | 'maxDelayMs'>,
): number {
  return Math.min(delayMs * factor ** (failures - 1), maxDelayMs);
}
