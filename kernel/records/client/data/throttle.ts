/**
 * Runs a function at once, then at most once per `pause` ms; calls during the pause run it once, when the pause ends.
 */
export function throttle(work: () => void, pause: number): () => void {
  let resting: ReturnType<typeof setTimeout> | null = null;
  let isCalled = false;

  function run(): void {
    work();
    isCalled = false;
    resting = setTimeout(() => {
      resting = null;
      if (isCalled) run();
    }, pause);
  }

  return () => {
    if (resting === null) run();
    else isCalled = true;
  };
}
