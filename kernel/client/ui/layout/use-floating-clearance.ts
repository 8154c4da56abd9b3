import { useEffect, useRef, type RefObject } from 'react';
import { phoneQuery } from './breakpoints.ts';
import { observeLayout } from './observe-layout.ts';

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
    const stop = observeLayout(() => {
      if (part.current && matchMedia(phoneQuery).matches && isAtBottom(part.current))
        dataset['floating'] = 'hidden';
      else delete dataset['floating'];
    });
    return () => {
      stop();
      delete dataset['floating'];
    };
  }, []);
  return part;
}

function isAtBottom(part: HTMLElement): boolean {
  const { top, bottom } = part.getBoundingClientRect();
  return top < innerHeight && bottom > innerHeight - floatingHeight;
}
