/** Lets few work at a time, the others in the order in which they came. */
export interface Turns {
  /** Waits for a turn, does the work and gives the turn on; rejects with the signal's reason when it is aborted before. */
  take<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** Makes turns for `most` at a time. */
export function createTurns(most: number): Turns {
  const waiting = new Set<() => void>();
  let taken = 0;

  async function wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (taken < most) {
      taken++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      function go(): void {
        signal.removeEventListener('abort', leave);
        resolve();
      }
      function leave(): void {
        waiting.delete(go);
        reject(signal.reason as Error);
      }
      waiting.add(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  function pass(): void {
    const [next] = waiting;
    if (!next) {
      taken--;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    async take(work, signal) {
      await wait(signal);
      try {
        return await work();
      } finally {
        pass();
      }
    },
  };
}
