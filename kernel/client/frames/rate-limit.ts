/** Lets `burst` things through at once, and as many again each second. */
export function createRateLimit(burst: number): { take(nowMs: number): boolean } {
  let left = burst;
  let last: number | null = null;
  return {
    take(nowMs) {
      left = Math.min(burst, left + (burst * (nowMs - (last ?? nowMs))) / 1000);
      last = nowMs;
      if (left < 1) return false;
      left--;
      return true;
    },
  };
}
