import { fail } from '#kernel/contract/index.ts';

/** Runs a limited number of tasks at a time and queues the others. */
export interface TaskQueue {
  /**
   * Runs a task when it is its turn: in order of arrival, taking turns between callers if tasks name them. Throws
   * `too_many_attempts` if too much work of its caller is waiting, and the reason of `signal` if it is aborted before
   * the task starts.
   */
  run<Result>(task: () => Promise<Result>, options?: TaskOptions): Promise<Result>;
}

export interface TaskOptions {
  /** The caller of the task; tasks without one share a caller. */
  readonly caller?: string | undefined;
  /** The share of the concurrency that it takes: 1 by default, limited to all of it. */
  readonly weight?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface TaskQueueOptions {
  /** The maximum total weight of running tasks. */
  readonly concurrency: number;
  /** The maximum total weight of the waiting tasks of one caller; unlimited by default. */
  readonly maxQueued?: number;
  /** Seconds after which a rejected caller may retry. */
  readonly retryAfter?: number;
}

/**
 * Creates a task queue, the server's only semaphore. The next task is the oldest one of the caller whose turn was
 * longest ago.
 */
export function createTaskQueue({
  concurrency,
  maxQueued = Number.POSITIVE_INFINITY,
  retryAfter = 1,
}: TaskQueueOptions): TaskQueue {
  const waiting = createFairQueue();
  let running = 0;

  async function acquire(weight: number, { caller = '', signal }: TaskOptions): Promise<void> {
    signal?.throwIfAborted();
    if (!waiting.next() && running + weight <= concurrency) {
      running += weight;
      return;
    }
    if (waiting.weightOf(caller) + weight > maxQueued) throw fail('too_many_attempts', { retryAfter });
    await new Promise<void>((resolve, reject) => {
      const leave = waiting.add({ caller, weight, start });
      function start(): void {
        signal?.removeEventListener('abort', cancel);
        resolve();
      }
      function cancel(): void {
        leave();
        reject(signal?.reason as Error);
        // The tasks behind it may be lighter.
        startNext();
      }
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  /** Starts the tasks that fit, so that no new task can overtake a waiting one. */
  function startNext(): void {
    // Tasks are not overtaken, since a heavy task would wait for as long as light ones arrive.
    for (let next = waiting.next(); next && running + next.weight <= concurrency; next = waiting.next()) {
      waiting.take(next);
      running += next.weight;
      next.start();
    }
  }

  return {
    async run(task, options = {}) {
      // Integers, since rounding errors would never free the rest of a sum.
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

interface QueuedTask {
  readonly caller: string;
  readonly weight: number;
  start(): void;
}

interface CallerQueue {
  readonly tasks: Set<QueuedTask>;
  /** The total weight of its tasks. */
  weight: number;
}

/** Creates the queue of waiting tasks, whose callers take turns. */
function createFairQueue() {
  /** In the order of turns; a caller moves to the end after each. */
  const queues = new Map<string, CallerQueue>();

  function remove(task: QueuedTask): CallerQueue | undefined {
    const queue = queues.get(task.caller);
    if (!queue?.tasks.delete(task)) return undefined;
    queue.weight -= task.weight;
    if (queue.tasks.size === 0) queues.delete(task.caller);
    return queue;
  }

  return {
    /** Adds a task; returns the function that removes it. */
    add(task: QueuedTask): () => void {
      const queue = queues.get(task.caller) ?? { tasks: new Set(), weight: 0 };
      queue.tasks.add(task);
      queue.weight += task.weight;
      queues.set(task.caller, queue);
      return () => void remove(task);
    },
    weightOf: (caller: string) => queues.get(caller)?.weight ?? 0,
    next(): QueuedTask | undefined {
      const [first] = queues.values();
      const [task] = first?.tasks ?? [];
      return task;
    },
    /** Removes a task that is being started. */
    take(task: QueuedTask): void {
      const queue = remove(task);
      queues.delete(task.caller);
      if (queue && queue.tasks.size > 0) queues.set(task.caller, queue);
    },
  };
}
