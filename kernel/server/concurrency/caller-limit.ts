import { fail } from '#kernel/contract/index.ts';

/** Limits the concurrent work of each caller. */
export interface CallerLimit {
  /** Runs work at once; throws `busy` if the caller has reached their limit. */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
}

/** Creates a limit of how much one caller may have in work at once; nobody waits. */
export function createCallerLimit(perCaller: number): CallerLimit {
  const running = new Map<string, number>();
  return {
    async run(caller, work) {
      const count = running.get(caller) ?? 0;
      if (count >= perCaller) throw fail('busy', { retryAfter: 2 });
      running.set(caller, count + 1);
      try {
        return await work();
      } finally {
        const left = (running.get(caller) ?? 1) - 1;
        if (left === 0) running.delete(caller);
        else running.set(caller, left);
      }
    },
  };
}
