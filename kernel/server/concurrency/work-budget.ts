import { fail } from '#kernel/contract/index.ts';

/** Runs tasks of different weights, so that those in work never weigh more than the capacity, with fair turns for callers. */
export interface WorkBudget {
  /** Runs a task when it is its turn. Throws `too_many_attempts` when too much of its caller waits already. */
  run<Result>(
    of: { readonly caller: string; readonly weight: number },
    task: () => Promise<Result>,
  ): Promise<Result>;
}

export interface WorkBudgetOptions {
  /** The most that tasks in work weigh together, and at which a heavier one is counted. */
  readonly capacity: number;
  /** The most that the waiting tasks of one caller weigh together. */
  readonly maxQueuedByCaller: number;
  /** Seconds after which a refused caller may come back. */
  readonly retryAfter: number;
}

interface Waiting {
  readonly weight: number;
  start(): void;
}

/** Creates a work budget. Callers take turns: the next task is the oldest one of the caller whose turn is longest ago. */
export function createWorkBudget({ capacity, maxQueuedByCaller, retryAfter }: WorkBudgetOptions): WorkBudget {
  /** In the order of turns; a caller goes to the end after each. */
  const queues = new Map<string, Waiting[]>();
  let inWork = 0;

  function startNext(): void {
    for (const [caller, [next, ...rest]] of queues) {
      if (!next) continue;
      // Nobody is passed over, or a heavy task would wait for as long as light ones come.
      if (inWork + next.weight > capacity) return;
      queues.delete(caller);
      if (rest.length > 0) queues.set(caller, rest);
      inWork += next.weight;
      next.start();
    }
  }

  function wait(caller: string, weight: number): Promise<void> {
    const queue = queues.get(caller) ?? [];
    const queued = queue.reduce((sum, other) => sum + other.weight, 0);
    if (queued + weight > maxQueuedByCaller) throw fail('too_many_attempts', { retryAfter });
    return new Promise((start) => {
      queues.set(caller, [...queue, { weight, start }]);
      startNext();
    });
  }

  return {
    async run({ caller, weight: asked }, task) {
      const weight = Math.min(asked, capacity);
      await wait(caller, weight);
      try {
        return await task();
      } finally {
        inWork -= weight;
        startNext();
      }
    },
  };
}
