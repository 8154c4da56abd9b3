import { createSerialQueue } from '#kernel/domain/values/serial-queue.ts';

/**
 * Stores the last of many changes after a delay, or at once when the page may be closed; one after the other, so that none
 * that takes longer replaces a later one.
 */
export function storeChanges<State>(
  store: (state: State) => void | Promise<void>,
  {
    delayMs,
    isUrgent = () => false,
  }: {
    readonly delayMs: number;
    /** Whether a state is stored before anything else can happen. */
    readonly isUrgent?: (state: State) => boolean;
  },
): (state: State) => void {
  let latest: { readonly state: State } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const storing = createSerialQueue();
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const change = latest;
    latest = null;
    if (change) void storing(() => store(change.state));
  }
  for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, flush, true);
  return (state) => {
    latest = { state };
    if (isUrgent(state)) flush();
    else timer ??= setTimeout(flush, delayMs);
  };
}
