import { useEffect, useState } from 'react';
import { afterFirstScreen } from '../../data/first-screen.ts';

/** Whether the first screen stands there, so that what stands beside it may come. */
export function useFirstScreen(): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => afterFirstScreen(() => setStands(true)), []);
  return stands;
}
