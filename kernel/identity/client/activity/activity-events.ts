/** Milliseconds between checks for user activity inside a frame; browsers report it for some seconds. */
const frameIntervalMs = 2000;

/** The events that count as user activity, except those dispatched by scripts (`isTrusted` is false). */
const eventTypes = ['keydown', 'input', 'click', 'pointerdown', 'touchstart', 'wheel'] as const;

/**
 * Reports keyboard, pointer and touch activity on the page, and inside frames of other origins, whose events are not
 * visible. Returns a function that stops it.
 */
export function followActivity(onActivity: () => void): () => void {
  const controller = new AbortController();
  const options = { capture: true, passive: true, signal: controller.signal };
  function onEvent(event: Event): void {
    // A repeated key may be held down by an object.
    if (event.isTrusted && !(event instanceof KeyboardEvent && event.repeat)) onActivity();
  }
  for (const type of eventTypes) addEventListener(type, onEvent, options);

  let last: { readonly x: number; readonly y: number } | null = null;
  function onMove({ isTrusted, screenX: x, screenY: y }: PointerEvent): void {
    if (!isTrusted) return;
    // Browsers also report moves of a resting pointer when the page changes under it.
    const isMoved = last !== null && (x !== last.x || y !== last.y);
    last = { x, y };
    if (isMoved) onActivity();
  }
  addEventListener('pointermove', onMove, options);

  const timer = setInterval(() => {
    if (document.activeElement instanceof HTMLIFrameElement && isUserActive()) onActivity();
  }, frameIntervalMs);
  controller.signal.addEventListener('abort', () => clearInterval(timer));
  return () => controller.abort();
}

/** Whether the user has just used the page or a frame in it; false in browsers without `userActivation`. */
function isUserActive(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return document.hasFocus() && userActivation?.isActive === true;
}
