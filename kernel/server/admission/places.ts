import { fail, type CodedError } from '#kernel/contract/index.ts';

/** How many calls of one kind are worked on at once, and who may wait for them to end. */
export interface PlaceLimits {
  readonly atOnce: number;
  /** Milliseconds that somebody may wait for a place. */
  readonly patience: number;
  /** However quick the work is, no more than this many wait. */
  readonly longestLine: number;
}

/** The places of one kind of calls, and the line before them. */
export interface Places {
  readonly working: number;
  readonly waiting: number;
  /** How many were told to come again, since the start. */
  readonly refused: number;
  /** Throws `busy` at once when somebody who came now would wait for too long. */
  assertRoom(): void;
  /** Runs work in a place, if need be after a wait; throws `busy` when there is none in time. */
  run<Result>(work: () => Promise<Result> | Result): Promise<Result>;
}

/** What the latest call counts for in the time that a call takes. */
const share = 1 / 16;

/** Those who are turned away are not to come back all together: seconds, from one to this. */
const latestReturn = 3;

/**
 * Makes places. How long somebody would wait is measured, not set: from what the calls of late took, or those that are being
 * worked on have taken so far, whichever is longer.
 */
export function createPlaces(
  { atOnce, patience, longestLine }: PlaceLimits,
  now: () => number = () => performance.now(),
): Places {
  const line = new Set<() => void>();
  let working = 0;
  let refused = 0;
  let usual = 0;
  /** The sum of the moments at which what is being worked on began. */
  let begun = 0;

  function refuse(): CodedError {
    refused++;
    return fail('busy', { retryAfter: 1 + Math.floor(Math.random() * latestReturn) });
  }

  function expectedWait(): number {
    const soFar = now() - begun / working;
    return ((line.size + 1) * Math.max(usual, soFar)) / atOnce;
  }

  function assertRoom(): void {
    if (working < atOnce) return;
    if (line.size >= longestLine || expectedWait() > patience) throw refuse();
  }

  function wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        line.delete(enter);
        reject(refuse());
      }, patience);
      function enter(): void {
        clearTimeout(timer);
        resolve();
      }
      line.add(enter);
    });
  }

  function leave(): void {
    const [next] = line;
    // The place is handed over, not freed: nobody can slip in between.
    if (next === undefined) working--;
    else {
      line.delete(next);
      next();
    }
  }

  return {
    get working() {
      return working;
    },
    get waiting() {
      return line.size;
    },
    get refused() {
      return refused;
    },
    assertRoom,
    async run(work) {
      assertRoom();
      if (working < atOnce) working++;
      else await wait();
      const began = now();
      begun += began;
      try {
        return await work();
      } finally {
        begun -= began;
        usual += (now() - began - usual) * share;
        leave();
      }
    },
  };
}
