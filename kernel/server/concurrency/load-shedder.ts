import { fail, type CodedError } from '#kernel/contract/index.ts';

/** How many calls of one kind are worked on at once, and who may wait for them to end. */
export interface LoadShedderOptions {
  readonly concurrency: number;
  /** Milliseconds that somebody may wait for a place. */
  readonly maxWaitMs: number;
  /** However quick the work is, no more than this many wait. */
  readonly maxQueued: number;
}

/** The places of one kind of calls, and the line before them. */
export interface LoadShedder {
  readonly running: number;
  readonly queued: number;
  /** How many were told to come again, since the start. */
  readonly rejected: number;
  /** Throws `busy` at once when somebody who came now would wait for too long. */
  assertCapacity(): void;
  /**
   * Runs somebody's work in a place, if need be after a wait; throws `busy` when there is none in time. `caller` says whose it
   * is: nobody takes more places than he leaves free, or more than a third of the line.
   */
  run<Result>(caller: string, work: () => Promise<Result> | Result): Promise<Result>;
}

/** Somebody who has calls here. */
interface Caller {
  working: number;
  waiting: number;
}

/** A call in the line. */
interface Waiting {
  readonly caller: Caller;
  enter(): void;
}

/** What the latest call counts for in the time that a call takes. */
const share = 1 / 16;

/** What part of the line one caller may be. */
const partOfOne = 1 / 3;

/** Those who are turned away are not to come back all together: seconds, from one to this. */
const latestReturn = 3;

/**
 * Makes places. How long somebody would wait is measured, not set: from what the calls of late took, or those that are being
 * worked on have taken so far, whichever is longer.
 */
export function createLoadShedder(
  { concurrency, maxWaitMs, maxQueued }: LoadShedderOptions,
  now: () => number = () => performance.now(),
): LoadShedder {
  const line = new Set<Waiting>();
  const callers = new Map<string, Caller>();
  let working = 0;
  let refused = 0;
  let usual = 0;
  /** The sum of the moments at which what is being worked on began. */
  let begun = 0;

  function refuse(): CodedError {
    refused++;
    return fail('busy', { retryAfter: 1 + Math.floor(Math.random() * latestReturn) });
  }

  /** How long a call takes, in milliseconds. */
  function span(): number {
    const soFar = now() - begun / working;
    return Math.max(usual, soFar);
  }

  function isLineLong(): boolean {
    return line.size >= maxQueued || ((line.size + 1) * span()) / concurrency > maxWaitMs;
  }

  /** His own places alone come to him, so that his line leaves time for others in that of all. */
  function isOwnLineLong(caller: Caller): boolean {
    const { working: own, waiting } = caller;
    return waiting >= maxQueued * partOfOne || (waiting * span()) / Math.max(own, 1) > maxWaitMs;
  }

  /** One alone takes half of the places, two a third each: whoever has none finds one, however many another asks for. */
  function mayEnter(caller: Caller): boolean {
    return caller.working < concurrency - working;
  }

  /** Takes a place; answers the moment, to be given back with it. */
  function enter(caller: Caller): number {
    working++;
    caller.working++;
    const began = now();
    begun += began;
    return began;
  }

  function wait(caller: Caller): Promise<number> {
    if (isLineLong() || isOwnLineLong(caller)) throw refuse();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        leaveLine();
        reject(refuse());
      }, maxWaitMs);
      function leaveLine(): void {
        line.delete(waiting);
        caller.waiting--;
      }
      const waiting: Waiting = {
        caller,
        enter() {
          clearTimeout(timer);
          leaveLine();
          resolve(enter(caller));
        },
      };
      caller.waiting++;
      line.add(waiting);
    });
  }

  function leave(caller: Caller, began: number): void {
    working--;
    caller.working--;
    begun -= began;
    usual += (now() - began - usual) * share;
    // At once, so that nobody can slip in between.
    for (const waiting of line) {
      if (working === concurrency) return;
      if (mayEnter(waiting.caller)) waiting.enter();
    }
  }

  function callerOf(name: string): Caller {
    const known = callers.get(name);
    if (known) return known;
    const caller: Caller = { working: 0, waiting: 0 };
    callers.set(name, caller);
    return caller;
  }

  return {
    get running() {
      return working;
    },
    get queued() {
      return line.size;
    },
    get rejected() {
      return refused;
    },
    assertCapacity() {
      if (working >= concurrency && isLineLong()) throw refuse();
    },
    async run(name, work) {
      const caller = callerOf(name);
      try {
        const began = mayEnter(caller) ? enter(caller) : await wait(caller);
        try {
          return await work();
        } finally {
          leave(caller, began);
        }
      } finally {
        if (caller.working + caller.waiting === 0) callers.delete(name);
      }
    },
  };
}
