/** The wall clock has slept, or was set, where it runs so far ahead of the other one, in milliseconds. */
const sleepMs = 2000;

/**
 * A clock in milliseconds that never goes back, whatever is set, and that counts the sleep of the computer: `performance.now()`
 * stands still meanwhile in some browsers. It says nothing of the time of day.
 */
export function createSleepAwareClock(
  steady: () => number = () => performance.now(),
  wall: () => number = Date.now,
): () => number {
  let elapsed = 0;
  let last = { steady: steady(), wall: wall() };
  return () => {
    const now = { steady: steady(), wall: wall() };
    const awake = now.steady - last.steady;
    const passed = now.wall - last.wall;
    last = now;
    elapsed += passed - awake > sleepMs ? passed : awake;
    return elapsed;
  };
}
