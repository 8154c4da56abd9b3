import { useEffect, useRef, useState, type RefObject } from 'react';

/** How wide an element is; `first` until it has been measured. */
export function useWidth<Element extends HTMLElement>(
  first: number,
): [ref: RefObject<Element | null>, width: number] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.round(entry?.contentRect.width ?? 0);
      if (next > 0) setWidth(next);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
