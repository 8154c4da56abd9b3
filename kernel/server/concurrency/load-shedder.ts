import { fail, type CodedError } from '#kernel/contract/index.ts';

/** The number of concurrent calls of one kind, and limits for waiting calls. */
export interface LoadShedderOptions {
  readonly concurrency: number;
  /** Milliseconds that a call may wait for a slot. */
  readonly maxWaitMs: number;
  /** Maximum number of waiting calls, however short their wait is. */
  readonly maxQueued: number;
}

/**
 * Runs a limited number of calls of one kind, shares the slots fairly between callers, and rejects calls that would wait too
 * long.
 */
export interface LoadShedder {
  readonly running: number;
  readonly queued: number;
  /** The number of rejected calls since the start. */
  readonly rejected: number;
  /** Throws `busy` if a call made now would wait too long. */
  assertCapacity(): void;
  /**
   * Runs a caller's work in a slot, possibly after a wait; throws `busy` if no slot becomes free in time. A caller uses
   * at most as many slots as it leaves free, and at most a third of the queue.
   */
  run<Result>(caller: string, work: () => Promise<Result> | Result): Promise<Result>;
}

/** Separate slots for reads, changes and files, so that a flood of one kind does not block the others. */
export interface LoadShedding {
  readonly read: LoadShedder;
  readonly change: LoadShedder;
  /** Uploads that are read into memory, from before their first byte until the call ends. */
  readonly upload: LoadShedder;
}

/**
 * Creates the load shedders of a node. Together they have about twice as many slots as the pool has connections, so
 * that these are never idle.
 */
export function createLoadShedding(): LoadShedding {
  // Users hardly notice half a second; those who send a file have seen a progress bar.
  const [maxWaitMs, uploadMaxWaitMs, maxQueued] = [500, 5000, 400];
  return {
    read: createLoadShedder({ concurrency: 24, maxWaitMs, maxQueued }),
    change: createLoadShedder({ concurrency: 12, maxWaitMs, maxQueued }),
    upload: createLoadShedder({ concurrency: 8, maxWaitMs: uploadMaxWaitMs, maxQueued: 24 }),
  };
}

interface Caller {
  running: number;
  queued: number;
}

interface QueuedCall {
  readonly caller: Caller;
  start(): void;
}

/** Weight of the latest call in the moving average of durations. */
const smoothing = 1 / 16;

/** Share of the queue that one caller may take. */
const queueShareOfCaller = 1 / 3;

/** Rejected callers are told to retry after one to this many seconds, so that they do not return all at once. */
const maxRetryAfter = 3;

/**
 * Creates a load shedder. The expected wait is estimated from the average duration of recent calls or the age of the
 * running ones, whichever is longer. p-queue would only limit the concurrency.
 */
// Over 60 lines: its short functions share counters that change together at each step.
export function createLoadShedder(
  { concurrency, maxWaitMs, maxQueued }: LoadShedderOptions,
  now: () => number = () => performance.now(),
): LoadShedder {
  const queue = new Set<QueuedCall>();
  const callers = new Map<string, Caller>();
  let running = 0;
  let rejected = 0;
  let averageDuration = 0;
  /** The sum of the start times of the running calls. */
  let startTimes = 0;

  function reject(): CodedError {
    rejected++;
    return fail('busy', { retryAfter: 1 + Math.floor(Math.random() * maxRetryAfter) });
  }

  function expectedDuration(): number {
    return Math.max(averageDuration, now() - startTimes / running);
  }

  function isQueueFull(): boolean {
    return queue.size >= maxQueued || ((queue.size + 1) * expectedDuration()) / concurrency > maxWaitMs;
  }

  /** A caller waits only for its own slots, so a full queue of its own leaves room for others in the common one. */
  function isQueueOfCallerFull({ running: own, queued }: Caller): boolean {
    return (
      queued >= maxQueued * queueShareOfCaller || (queued * expectedDuration()) / Math.max(own, 1) > maxWaitMs
    );
  }

  /** One caller alone takes half of the slots, two take a third each: a new caller always finds a free one. */
  function mayStart(caller: Caller): boolean {
    return caller.running < concurrency - running;
  }

  function start(caller: Caller): number {
    running++;
    caller.running++;
    const startedAt = now();
    startTimes += startedAt;
    return startedAt;
  }

  function wait(caller: Caller): Promise<number> {
    if (isQueueFull() || isQueueOfCallerFull(caller)) throw reject();
    const { promise, resolve, reject: abandon } = Promise.withResolvers<number>();
    const call: QueuedCall = {
      caller,
      start() {
        clearTimeout(timer);
        leaveQueue();
        resolve(start(caller));
      },
    };
    const timer = setTimeout(() => {
      leaveQueue();
      abandon(reject());
    }, maxWaitMs);
    function leaveQueue(): void {
      queue.delete(call);
      caller.queued--;
    }
    caller.queued++;
    queue.add(call);
    return promise;
  }

  function finish(caller: Caller, startedAt: number): void {
    running--;
    caller.running--;
    startTimes -= startedAt;
    averageDuration += (now() - startedAt - averageDuration) * smoothing;
    // Started immediately, so that no new call can take the slot.
    for (const call of queue) {
      if (running === concurrency) return;
      if (mayStart(call.caller)) call.start();
    }
  }

  return {
    get running() {
      return running;
    },
    get queued() {
      return queue.size;
    },
    get rejected() {
      return rejected;
    },
    assertCapacity() {
      if (running >= concurrency && isQueueFull()) throw reject();
    },
    async run(name, work) {
      const caller = callers.get(name) ?? { running: 0, queued: 0 };
      callers.set(name, caller);
      try {
        const startedAt = mayStart(caller) ? start(caller) : await wait(caller);
        try {
          return await work();
        } finally {
          finish(caller, startedAt);
        }
      } finally {
        if (caller.running + caller.queued === 0) callers.delete(name);
      }
    },
  };
}
