/** The lock held by a focused window. */
const lock = 'komak-focused-windows';

/** Informs the other windows while this one has the focus; returns the function that stops it. */
export function trackFocus(): () => void {
  let release: (() => void) | null = null;
  function update(isFocused: boolean): void {
    if (isFocused === (release !== null)) return;
    release?.();
    release = isFocused ? hold() : null;
  }
  const stop = new AbortController();
  const follow = (): void => update(isThisWindowFocused());
  for (const event of ['focus', 'blur'] as const) addEventListener(event, follow, { signal: stop.signal });
  document.addEventListener('visibilitychange', follow, { signal: stop.signal });
  follow();
  return () => {
    stop.abort();
    update(false);
  };
}

/**
 * Whether this window, or another one of the application, has the focus. Over plain HTTP the others are
 * unknown.
 */
export async function isAnyWindowFocused(): Promise<boolean> {
  if (isThisWindowFocused()) return true;
  const { held = [] } = (await locksOf()?.query()) ?? {};
  return held.some(({ name }) => name === lock);
}

function isThisWindowFocused(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void locksOf()
    ?.request(lock, { mode: 'shared' }, () => promise)
    // A closing window releases it automatically.
    .catch(() => undefined);
  return resolve;
}

function locksOf(): LockManager | undefined {
  return navigator.locks as LockManager | undefined;
}
