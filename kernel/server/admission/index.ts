import { createPlaces, type Places } from './places.ts';

/** Who is let in to work: reads and changes have places of their own, so that a flood of the one does not keep out the other. */
export interface Admission {
  readonly read: Places;
  readonly change: Places;
}

/** Milliseconds that nobody minds, and after which most would rather be told. */
const patience = 500;
/** Callers in line, of each kind, however short their wait. */
const longestLine = 400;

/** Makes the places of a node. Together they are about twice the pool's connections, so that none of those is ever idle. */
export function createAdmission(): Admission {
  return {
    read: createPlaces({ atOnce: 24, patience, longestLine }),
    change: createPlaces({ atOnce: 12, patience, longestLine }),
  };
}
