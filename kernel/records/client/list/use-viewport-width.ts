import { useSyncExternalStore } from 'react';
import { phoneQuery } from '#kernel/client/ui/layout/breakpoints.ts';

/** Widths are rounded to this, so that resizing a window does not render a list for every pixel. */
const step = 20;

/** The width of the window in px; infinite on a phone, where rows are cards. */
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
