import { useEffect, useState } from 'react';
import { afterFirstRender } from '../../data/first-render.ts';

/** Whether the first screen stands there, so that what stands beside it may come. */
export function useIsFirstRenderDone(): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => afterFirstRender(() => setStands(true)), []);
  return stands;
}
