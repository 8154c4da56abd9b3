import { fail } from '#kernel/contract/index.ts';

/** Runs a few tasks at a time and the others in the order in which they came. */
export interface TaskQueue {
  /**
   * Runs a task when it is its turn. Throws `too_many_attempts` when too many wait already, and the reason of `signal` when
   * it is aborted before the task starts.
   */
  run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

export interface TaskQueueOptions {
  readonly concurrency: number;
  /** Tasks that may wait; any number unless given. */
  readonly maxQueued?: number;
  /** Seconds after which a refused caller may come back. */
  readonly retryAfter?: number;
}

/** Creates a task queue, the one semaphore of the server. */
export function createTaskQueue({
  concurrency,
  maxQueued = Number.POSITIVE_INFINITY,
  retryAfter = 1,
}: TaskQueueOptions): TaskQueue {
  const waiting = new Set<() => void>();
  let running = 0;

  async function acquire(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (running < concurrency) {
      running++;
      return;
    }
    if (waiting.size >= maxQueued) throw fail('too_many_attempts', { retryAfter });
    await new Promise<void>((resolve, reject) => {
      function start(): void {
        signal?.removeEventListener('abort', cancel);
        resolve();
      }
      function cancel(): void {
        waiting.delete(start);
        reject(signal?.reason as Error);
      }
      waiting.add(start);
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  function release(): void {
    const [next] = waiting;
    if (!next) {
      running--;
      return;
    }
    // The slot is handed over, not freed, so that no newcomer can take it.
    waiting.delete(next);
    next();
  }

  return {
    async run(task, signal) {
      await acquire(signal);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}
