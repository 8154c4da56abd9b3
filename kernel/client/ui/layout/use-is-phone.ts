import { useSyncExternalStore } from 'react';
import { phoneQuery } from './breakpoints.ts';

/** Whether the screen is a phone's; for cases that CSS cannot handle. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, isDesktop);
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(phoneQuery);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

function isPhone(): boolean {
  return matchMedia(phoneQuery).matches;
}

function isDesktop(): boolean {
  return false;
}
