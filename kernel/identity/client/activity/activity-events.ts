/** How often it is looked whether the person is active in a frame, in milliseconds; browsers remember it for some seconds. */
const frameIntervalMs = 2000;

/** The events of user activity. Events dispatched by scripts are not trusted by the browser, and do not count. */
const eventTypes = ['keydown', 'input', 'click', 'pointerdown', 'touchstart', 'wheel'] as const;

/**
 * Follows what the person does on the page: keys, pointer and touch, also in frames of other origins, whose events it does not
 * see. Returns how to stop.
 */
export function followActivity(onActivity: () => void): () => void {
  const controller = new AbortController();
  const options = { capture: true, passive: true, signal: controller.signal };
  function onEvent(event: Event): void {
    // An object may press a key.
    if (event.isTrusted && !(event instanceof KeyboardEvent && event.repeat)) onActivity();
  }
  for (const type of eventTypes) addEventListener(type, onEvent, options);

  let last: { readonly x: number; readonly y: number } | null = null;
  function onMove({ isTrusted, screenX: x, screenY: y }: PointerEvent): void {
    if (!isTrusted) return;
    // Browsers report movements of an idle pointer too, when the page changes under it.
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

/** Whether the person has just used the page or a frame in it; older browsers do not say. */
function isUserActive(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return document.hasFocus() && userActivation?.isActive === true;
}
