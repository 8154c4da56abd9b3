/** Options of a retry. */
interface RetryOptions {
  /** Resolves when the next attempt may start; null if the error is final. `attempt` counts from 1. */
  readonly waitAfter: (error: unknown, attempt: number) => Promise<void> | null;
}

/**
 * Repeats work until it succeeds or fails with a final error. Also rejects if `waitAfter` rejects, with the same
 * reason.
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  { waitAfter }: RetryOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const wait = waitAfter(error, attempt);
      if (wait === null) throw error;
      await wait;
    }
  }
}

/** Resolves after some milliseconds; rejects with the signal's reason if it is aborted before. */
export function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    function stop(): void {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    }
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
