import { firstResponse } from './client.ts';
import { pause } from './retry.ts';
import { useEffect, useState } from 'react';

/** Milliseconds that deferred work waits after the first response. */
const afterFirstResponse = 1500;

/** Maximum milliseconds that deferred work waits for the first response. */
const longestWait = 5000;

/** Runs deferred work after the first render; returns a function that cancels it. */
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

/** Returns whether the first render is done, so that secondary parts may load. */
export function useIsFirstRenderDone(): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => afterFirstRender(() => setStands(true)), []);
  return stands;
}
