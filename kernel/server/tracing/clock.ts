/** The wall clock may be set while the server runs; steps smaller than this are left to the monotonic one. */
const maxDriftMs = 10;

/** Creates a clock of milliseconds since 1970 with the resolution that statements need; it follows a wall clock that is set. */
export function createClock(): () => number {
  let { timeOrigin } = performance;
  return () => {
    const now = performance.now();
    if (Math.abs(Date.now() - timeOrigin - now) > maxDriftMs) timeOrigin = Date.now() - now;
    return timeOrigin + now;
  };
}
