import { proxy, useSnapshot } from 'valtio';
import { useDeployment } from '../deployment/deployment-store.ts';
import { readStored, writeStored } from '../storage/local-storage.ts';

/** The storage key that marks the tour as seen in this browser. */
const seenKey = 'tour';

const tourStore = proxy({ isOpen: readStored(seenKey) === null });

/** Shows the tour from the beginning. */
export function startTour(): void {
  tourStore.isOpen = true;
}

/** Closes the tour; it does not open automatically again. */
export function endTour(): void {
  tourStore.isOpen = false;
  writeStored(seenKey, 'seen');
}

/** Whether there is a tour, which only a demonstration has, and whether it is open. */
export function useTour(): { readonly isThere: boolean; readonly isOpen: boolean } {
  const isThere = useDeployment().demo !== null;
  const { isOpen } = useSnapshot(tourStore);
  return { isThere, isOpen: isThere && isOpen };
}
