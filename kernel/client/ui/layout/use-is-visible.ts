import { useEffect, type RefObject } from 'react';

/** Keeps the selected element centred in a row that scrolls sideways, without scrolling the page. */
export function useIsVisible(element: RefObject<HTMLElement | null>, selected: boolean): void {
  useEffect(() => {
    const item = element.current;
    const row = item?.parentElement;
    if (!selected || !item || !row) return undefined;
    // Counts arrive later and widen chips; rotating a phone widens the row.
    const observer = new ResizeObserver(() => {
      const [inner, outer] = [item.getBoundingClientRect(), row.getBoundingClientRect()];
      row.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
    });
    observer.observe(item);
    observer.observe(row);
    return () => observer.disconnect();
  }, [element, selected]);
}
