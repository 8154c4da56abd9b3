/**
 * How many times longer one task takes than another, the best of some tries of each, in turns: a busy machine slows
 * both.
 */
export function timesLonger(task: () => unknown, other: () => unknown, tries = 5): number {
  let [best, otherBest] = [Infinity, Infinity];
  for (let turn = 0; turn < tries; turn += 1) {
    best = Math.min(best, timeOf(task));
    otherBest = Math.min(otherBest, timeOf(other));
  }
  return best / otherBest;
}

function timeOf(task: () => unknown): number {
  const from = performance.now();
  task();
  return performance.now() - from;
}
