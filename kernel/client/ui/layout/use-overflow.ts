import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether the content is wider than its frame. Only then may a table's frame scroll sideways, for inside a scrolling
 * frame the sticky head could not stick to the page.
 */
export function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const content = element?.querySelector('table');
    if (!element || !content) return undefined;
    const observer = new ResizeObserver(() => setOverflows(content.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    observer.observe(content);
    return () => observer.disconnect();
  }, [frame]);
  return overflows;
}
