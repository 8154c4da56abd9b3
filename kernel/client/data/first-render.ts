import { firstResponse } from './client.ts';
import { pause } from './retry.ts';
import { useEffect, useState } from 'react';

/** Deferred work lets the first screen come first: it waits this long after the first response, in ms … */
const afterFirstResponse = 1500;

/** … and no longer than this for the response. */
const longestWait = 5000;

/** Runs what can wait once the first screen stands there; returns how to let it be. */
export function afterFirstRender(work: () => void): () => void {
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  void Promise.race([firstResponse, pause(longestWait)]).then(() => {
    if (!over) timer = setTimeout(work, afterFirstResponse);
  });
  return () => {
    over = true;
    clearTimeout(timer);
  };
}

/** Whether the first screen stands there, so that what stands beside it may come. */
export function useIsFirstRenderDone(): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => afterFirstRender(() => setStands(true)), []);
  return stands;
}
