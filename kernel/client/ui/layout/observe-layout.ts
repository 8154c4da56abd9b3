/**
 * Calls `update` at most once per frame when anything scrolls, when the window, the page or `element` is resized, and
 * on each of `events`. Returns a function that stops it.
 */
export function observeLayout(
  update: () => void,
  element: Element | null = null,
  events: readonly (keyof WindowEventMap)[] = [],
): () => void {
  let frame = 0;
  const schedule = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      update();
    });
  };
  const observer = new ResizeObserver(schedule);
  for (const part of [document.body, element]) if (part) observer.observe(part);
  const all = ['scroll', 'resize', ...events];
  for (const event of all) addEventListener(event, schedule, { capture: true, passive: true });
  return () => {
    observer.disconnect();
    for (const event of all) removeEventListener(event, schedule, { capture: true });
    cancelAnimationFrame(frame);
  };
}
