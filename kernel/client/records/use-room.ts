import { useSyncExternalStore } from 'react';
import { phoneQuery } from '../ui/breakpoints.ts';

/** Where a table has room for all its columns; on a phone it is cards, which have. */
const query = `(min-width: 1240px), ${phoneQuery}`;

/** Whether the window has room for roomy columns. */
export function useRoom(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}

function follow(changed: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}
