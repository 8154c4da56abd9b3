import { setTimeout as sleep } from 'node:timers/promises';

/** How long a response is held back, and how many may be at a time; the others go out at once. */
const delayMs = 200;
const maxHeld = 1000;

/**
 * Delays the rejections of one server: a caller who never stops then waits, without holding resources, instead of keeping the
 * server busy with rejections. `wait` is for tests.
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
