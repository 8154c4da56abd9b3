import { useLayoutEffect, type RefObject } from 'react';

/**
 * Keeps in `--room` how much height of the window is left under the top of an element while the page stands at its top,
 * so that a part of it can fill the window whatever stands above: a banner, a name of two lines.
 */
export function useHeightBelow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = element.current;
    if (!place) return undefined;
    const measure = (): void => {
      const top = Math.round(place.getBoundingClientRect().top + scrollY);
      place.style.setProperty('--room', `calc(100dvh - ${top}px)`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    const above = place.parentElement?.previousElementSibling;
    if (above) observer.observe(above);
    return () => observer.disconnect();
  }, [element]);
}
