import { proxy, useSnapshot } from 'valtio';
import { readStored, writeStored } from '../storage/local-storage.ts';

/** How close the rows of lists stand. */
export type Density = 'comfortable' | 'compact';

const key = 'density';

const densityStore = proxy<{ density: Density }>({
  density: readStored(key) === 'compact' ? 'compact' : 'comfortable',
});

/** Chooses how close the rows of every list stand, for good. */
export function setDensity(density: Density): void {
  densityStore.density = density;
  writeStored(key, density);
}

/** How close the rows of every list stand, and how to choose. */
export function useDensity(): {
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
} {
  return { density: useSnapshot(densityStore).density, setDensity };
}
