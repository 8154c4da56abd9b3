/** How work is repeated. */
interface RetryOptions {
  /** Resolves when another attempt is worth it; null where the error is final. `attempt` counts from 1. */
  readonly waitAfter: (error: unknown, attempt: number) => Promise<void> | null;
}

/** Repeats work until it succeeds, or fails with a final error. It also rejects if `waitAfter` rejects, with the same reason. */
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

/** Resolves after some milliseconds; rejects with the signal's reason when that aborts before. */
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
