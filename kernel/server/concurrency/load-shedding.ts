import { createPlaces, type Places } from './load-shedder.ts';

/** Who is let in to work: reads and changes have places of their own, so that a flood of the one does not keep out the other. */
export interface Admission {
  readonly read: Places;
  readonly change: Places;
  /** Files that are read into memory: from before their first byte to the end of the call. */
  readonly sheet: Places;
}

/** Milliseconds that nobody minds, and after which most would rather be told. */
const patience = 500;
/** The same of those who send a file, who have looked at a bar that grows. */
const patienceOfSenders = 5000;
/** Callers in line, of each kind, however short their wait. */
const longestLine = 400;

/** Makes the places of a node. Together they are about twice the pool's connections, so that none of those is ever idle. */
export function createAdmission(): Admission {
  return {
    read: createPlaces({ atOnce: 24, patience, longestLine }),
    change: createPlaces({ atOnce: 12, patience, longestLine }),
    sheet: createPlaces({ atOnce: 8, patience: patienceOfSenders, longestLine: 24 }),
  };
}
