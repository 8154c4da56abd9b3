import { useEffect, useRef, type RefObject } from 'react';
import { observeLayout } from './observe-layout.ts';

/** The gap below a bar, in px, in which floating buttons fit. */
const minHeight = 84;

/** The event of the window after `--footer-height` has changed, which moves floating elements. */
export const footerHeightEvent = 'komak-footer-height';

/** The bottom bars of the page; one may be above another. */
const bars = new Set<HTMLElement>();

/** Publishes the height of a page's bottom bars as `--footer-height`, so that floating buttons do not cover them. */
export function useFooterHeight<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const element = bar.current;
    if (element) bars.add(element);
    const stop = observeLayout(publish, element);
    return () => {
      stop();
      if (element) bars.delete(element);
      publish();
    };
  }, []);
  return bar;
}

function publish(): void {
  const { style, dataset } = document.documentElement;
  const height = footerHeight();
  const before = style.getPropertyValue('--footer-height');
  if (bars.size > 0) style.setProperty('--footer-height', `${height}px`);
  else style.removeProperty('--footer-height');
  // Above bars of this height, floating buttons would cover the page's header.
  if (height > innerHeight / 2) dataset['footer'] = 'high';
  else delete dataset['footer'];
  if (style.getPropertyValue('--footer-height') !== before) dispatchEvent(new Event(footerHeightEvent));
}

/** How far the bars reach above the window's bottom; bars that are scrolled up far enough are ignored. */
function footerHeight(): number {
  const boxes = [...bars].map((bar) => bar.getBoundingClientRect());
  let height = 0;
  for (const { top, bottom } of boxes.toSorted((one, other) => other.bottom - one.bottom)) {
    const below = innerHeight - bottom;
    if (below < height + minHeight) height = Math.max(height, Math.round(innerHeight - top));
  }
  return height;
}
