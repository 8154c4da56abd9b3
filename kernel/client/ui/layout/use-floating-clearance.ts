import { useEffect, useRef, type RefObject } from 'react';
import { phoneQuery } from './breakpoints.ts';

/** How much of the window's bottom floating buttons take, in px. */
const floatingHeight = 76;

/**
 * Hides floating buttons on a phone while an element is under them, so that they do not cover it; they are shown again when
 * it has scrolled away or is unmounted.
 *
 * @example const frame = useFloatingClearance<HTMLDivElement>(); return <Frame ref={frame}>…</Frame>;
 */
export function useFloatingClearance<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useEffect(() => {
    const { dataset } = document.documentElement;
    let frame = 0;
    const update = () => {
      frame = 0;
      if (part.current && matchMedia(phoneQuery).matches && isAtBottom(part.current))
        dataset['floating'] = 'hidden';
      else delete dataset['floating'];
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    const observer = new ResizeObserver(schedule);
    observer.observe(document.body);
    addEventListener('scroll', schedule, { passive: true });
    addEventListener('resize', schedule);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', schedule);
      removeEventListener('resize', schedule);
      cancelAnimationFrame(frame);
      delete dataset['floating'];
    };
  }, []);
  return part;
}

function isAtBottom(part: HTMLElement): boolean {
  const { top, bottom } = part.getBoundingClientRect();
  return top < innerHeight && bottom > innerHeight - floatingHeight;
}
