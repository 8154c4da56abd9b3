import { createLoadShedder, type LoadShedder } from './load-shedder.ts';

/** Who is let in to work: reads and changes have places of their own, so that a flood of the one does not keep out the other. */
export interface LoadShedding {
  readonly read: LoadShedder;
  readonly change: LoadShedder;
  /** Files that are read into memory: from before their first byte to the end of the call. */
  readonly sheet: LoadShedder;
}

/** Milliseconds that nobody minds, and after which most would rather be told. */
const maxWaitMs = 500;
/** The same of those who send a file, who have looked at a bar that grows. */
const uploadMaxWaitMs = 5000;
/** Callers in line, of each kind, however short their wait. */
const maxQueued = 400;

/** Makes the places of a node. Together they are about twice the pool's connections, so that none of those is ever idle. */
export function createLoadShedding(): LoadShedding {
  return {
    read: createLoadShedder({ concurrency: 24, maxWaitMs, maxQueued }),
    change: createLoadShedder({ concurrency: 12, maxWaitMs, maxQueued }),
    sheet: createLoadShedder({ concurrency: 8, maxWaitMs: uploadMaxWaitMs, maxQueued: 24 }),
  };
}
