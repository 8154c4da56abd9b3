/** How something is tried again. */
interface RetryOptions {
  /** Ends the trying. */
  readonly signal: AbortSignal;
  /** Whether it may go better the next time. */
  readonly isPassing: (error: unknown) => boolean;
  /** Resolves when it is worth another try; `tries` is how many there were. */
  readonly wait: (tries: number, signal: AbortSignal) => Promise<void>;
}

/** Does something that nobody waits for, and tries again as long as what is in its way passes; null when it was ended. */
export async function retryUntilOnline<Result>(
  work: () => Promise<Result>,
  { signal, isPassing, wait }: RetryOptions,
): Promise<Result | null> {
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await wait(tries, signal);
  }
  return null;
}
