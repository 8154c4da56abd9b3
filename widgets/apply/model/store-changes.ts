import type { ApplyState } from './state.ts';

/** The delay after which changes are stored, in milliseconds. */
const storeDelayMs = 300;

/**
 * Stores the last of many changes after a delay, or at once when the page may be closed; one after the other, so that none
 * that takes longer replaces a later one.
 */
export function storeChanges(store: (state: ApplyState) => Promise<void>): (state: ApplyState) => void {
  let latest: ApplyState | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storing = Promise.resolve();
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const state = latest;
    latest = null;
    if (state) storing = storing.then(() => store(state)).catch(() => undefined);
  }
  for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, flush, true);
  return (state) => {
    latest = state;
    // A sent application is stored before anything else can happen: its code is returned once.
    if (state.draft.receipt) flush();
    else timer ??= setTimeout(flush, storeDelayMs);
  };
}
