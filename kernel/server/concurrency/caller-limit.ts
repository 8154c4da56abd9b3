import { fail } from '#kernel/contract/index.ts';

/** Limits the concurrent work of each caller. */
export interface CallerLimit {
  /** Runs work at once; throws `busy` if the caller has reached the limit. */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
  /** Acquires a slot; returns the function that releases it, or null if there is none. */
  tryAcquire(caller: string): (() => void) | null;
}

/** Creates a limit for the concurrent work of each caller, and of all callers together. */
export function createCallerLimit(perCaller: number, total: number = Number.POSITIVE_INFINITY): CallerLimit {
  const running = new Map<string, number>();
  let all = 0;

  function tryAcquire(caller: string): (() => void) | null {
    const count = running.get(caller) ?? 0;
    if (count >= perCaller || all >= total) return null;
    running.set(caller, count + 1);
    all++;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      all--;
      const left = (running.get(caller) ?? 1) - 1;
      if (left === 0) running.delete(caller);
      else running.set(caller, left);
    };
  }

  return {
    tryAcquire,
    async run(caller, work) {
      const release = tryAcquire(caller);
      if (!release) throw fail('busy', { retryAfter: 2 });
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
