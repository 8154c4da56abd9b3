import { fail } from '#kernel/contract/index.ts';

/** Runs a few tasks at a time and the others when it is their turn. */
export interface TaskQueue {
  /**
   * Runs a task when it is its turn: in the order in which they came, with fair turns where tasks name their callers. Throws
   * `too_many_attempts` when too much of its caller waits already, and the reason of `signal` when it is aborted before the
   * task starts.
   */
  run<Result>(task: () => Promise<Result>, options?: TaskOptions): Promise<Result>;
}

export interface TaskOptions {
  /** Whose turn it takes; all tasks without one are of the same caller. */
  readonly caller?: string | undefined;
  /** How much of the concurrency it takes: 1 unless given, and never more than all of it. */
  readonly weight?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface TaskQueueOptions {
  /** The most that running tasks weigh together. */
  readonly concurrency: number;
  /** The most that the waiting tasks of one caller weigh together; any weight unless given. */
  readonly maxQueued?: number;
  /** Seconds after which a refused caller may come back. */
  readonly retryAfter?: number;
}

interface QueuedTask {
  readonly weight: number;
  start(): void;
}

/**
 * Creates a task queue, the one semaphore of the server. The next task is the oldest one of the caller whose turn is longest
 * ago.
 */
export function createTaskQueue({
  concurrency,
  maxQueued = Number.POSITIVE_INFINITY,
  retryAfter = 1,
}: TaskQueueOptions): TaskQueue {
  /** What waits, by its caller, in the order of turns; a caller goes to the end after each. */
  const queues = new Map<string, Set<QueuedTask>>();
  let running = 0;

  async function acquire(weight: number, { caller = '', signal }: TaskOptions): Promise<void> {
    signal?.throwIfAborted();
    if (queues.size === 0 && running + weight <= concurrency) {
      running += weight;
      return;
    }
    const queue = queues.get(caller) ?? new Set();
    if (weightOf(queue) + weight > maxQueued) throw fail('too_many_attempts', { retryAfter });
    await new Promise<void>((resolve, reject) => {
      const queued: QueuedTask = {
        weight,
        start() {
          signal?.removeEventListener('abort', cancel);
          resolve();
        },
      };
      function cancel(): void {
        queue.delete(queued);
        if (queue.size === 0) queues.delete(caller);
        reject(signal?.reason as Error);
        // What waited behind it may be lighter.
        startNext();
      }
      queue.add(queued);
      queues.set(caller, queue);
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  /** Starts what fits, so that no newcomer can take the place of a task that waits. */
  function startNext(): void {
    for (const [caller, queue] of queues) {
      const [next] = queue;
      // Nobody is passed over, or a heavy task would wait for as long as light ones come.
      if (!next || running + next.weight > concurrency) return;
      queue.delete(next);
      queues.delete(caller);
      if (queue.size > 0) queues.set(caller, queue);
      running += next.weight;
      next.start();
    }
  }

  return {
    async run(task, options = {}) {
      // Whole numbers, since the rest of a sum of others would never be freed.
      const weight = Math.min(Math.ceil(options.weight ?? 1), concurrency);
      await acquire(weight, options);
      try {
        return await task();
      } finally {
        running -= weight;
        startNext();
      }
    },
  };
}

function weightOf(queue: ReadonlySet<QueuedTask>): number {
  let weight = 0;
  for (const queued of queue) weight += queued.weight;
  return weight;
}
