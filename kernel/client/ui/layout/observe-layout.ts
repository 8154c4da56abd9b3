/**
 * Calls `update` at most once a frame while anything scrolls, while the window, the page or `element` changes its size, and at
 * each of `events`; returns how to stop.
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
