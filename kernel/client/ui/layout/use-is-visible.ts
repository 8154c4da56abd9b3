import { useEffect, type RefObject } from 'react';

/** In a row that scrolls sideways the chosen part stands in the middle of what is seen; the page stays where it is. */
export function useIsVisible(part: RefObject<HTMLElement | null>, selected: boolean): void {
  useEffect(() => {
    const chosen = part.current;
    const row = chosen?.parentElement;
    if (!selected || !chosen || !row) return undefined;
    // Counts come later, and make chips wider; a phone is turned, and the row has more room.
    const observer = new ResizeObserver(() => {
      const [own, seen] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
      row.scrollLeft += (own.left + own.right - seen.left - seen.right) / 2;
    });
    observer.observe(chosen);
    observer.observe(row);
    return () => observer.disconnect();
  }, [part, selected]);
}
