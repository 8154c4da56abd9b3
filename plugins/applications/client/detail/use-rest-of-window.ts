import { useLayoutEffect, useRef } from 'react';

/** Tells an element, in `--above`, how much of the page stands over it, in px. */
export function useRestOfWindow() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    function measure(): void {
      const element = place.current;
      if (!element) return;
      const above = Math.round(element.getBoundingClientRect().top + scrollY);
      element.style.setProperty('--above', `${above}px`);
    }
    measure();
    // What stands above may grow: a banner, a title that wraps.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, []);
  return place;
}
