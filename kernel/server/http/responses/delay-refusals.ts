import { setTimeout as sleep } from 'node:timers/promises';

/** How long a response is held back, and how many may be at a time; the others go out at once. */
const delayMs = 200;
const maxHeld = 1000;

/**
 * Makes what holds back the refusals of one server: a caller who never stops then waits for us, with nothing of ours in their
 * hands, instead of keeping us busy with saying no. `wait` is for tests.
 */
export function createRefusalDelay(
  wait: (milliseconds: number) => Promise<unknown> = (milliseconds) => sleep(milliseconds),
): () => Promise<void> {
  let held = 0;
  return async () => {
    if (held >= maxHeld) return;
    held++;
    try {
      await wait(delayMs);
    } finally {
      held--;
    }
  };
}
