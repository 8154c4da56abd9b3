import { useSyncExternalStore } from 'react';

const followers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/**
 * Subscribes to the page's single timer, which ticks once a second while there are subscribers; returns the function that
 * unsubscribes.
 */
export function subscribeToNow(follow: () => void): () => void {
  followers.add(follow);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, 1000);
  }
  return () => {
    followers.delete(follow);
    if (followers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time of the last tick, in milliseconds since 1970. */
export function readNow(): number {
  return timer === undefined ? Date.now() - (Date.now() % 1000) : now;
}

/** The current time, updated once a second; all countdowns of the page tick together. */
export function useNow(): number {
  return useSyncExternalStore(subscribeToNow, readNow, readNow);
}

function tick(): void {
  now = Date.now();
  for (const follow of followers) follow();
}
