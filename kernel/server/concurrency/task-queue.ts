import { fail } from '#kernel/contract/index.ts';

/** Runs heavy work a few at a time. */
export interface TaskQueue {
  /** Throws `too_many_attempts` at once when the line is full. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Makes a queue: so many at once, so many waiting in line, the others told to come back in `retryAfter` seconds. */
export function createTaskQueue(limits: { atOnce: number; inLine: number; retryAfter: number }): TaskQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  function leave(): void {
    const next = waiting.shift();
    // The place is handed over, not freed: nobody can slip in between.
    if (next) next();
    else running--;
  }

  async function enter(): Promise<void> {
    if (running < limits.atOnce) {
      running++;
      return;
    }
    if (waiting.length >= limits.inLine) throw fail('too_many_attempts', { retryAfter: limits.retryAfter });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
