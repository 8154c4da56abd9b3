/** A token bucket: allows `burst` at once, and as much per second. */
export interface RateLimit {
  take(nowMs: number, cost?: number): boolean;
}

export function createRateLimit(burst: number): RateLimit {
  let left = burst;
  let last: number | null = null;
  return {
    take(nowMs, cost = 1) {
      left = Math.min(burst, left + (burst * (nowMs - (last ?? nowMs))) / 1000);
      last = nowMs;
      if (left < cost) return false;
      left -= cost;
      return true;
    },
  };
}
