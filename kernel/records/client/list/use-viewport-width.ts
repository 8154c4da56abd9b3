import { useSyncExternalStore } from 'react';
import { phoneQuery } from '#kernel/client/ui/layout/breakpoints.ts';

/** Widths are rounded to this, so that a list is not rendered for every pixel while a window is resized. */
const step = 20;

/** The width of the window in px. On a phone the rows are cards, so that the width is unlimited. */
export function useViewportWidth(): number {
  return useSyncExternalStore(follow, readWidth, () => Infinity);
}

function readWidth(): number {
  return matchMedia(phoneQuery).matches ? Infinity : Math.floor(innerWidth / step) * step;
}

function follow(changed: () => void): () => void {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
}
