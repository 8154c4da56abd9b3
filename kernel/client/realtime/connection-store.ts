import { proxy, useSnapshot } from 'valtio';

/** `off` is a cut that is being mended; `idle` is before the first connection. */
export type LiveStatus = 'idle' | 'on' | 'off';

interface Live {
  status: LiveStatus;
  since: number;
  /** What the indicator says: `off` after a while of silence, `back` for a moment when it is mended. */
  notice: 'off' | 'back' | null;
}

/** How long a cut may last, in ms, before it is worth a word. */
const patience = 2000;
/** How long the word of the return stays, in ms. */
const farewell = 3000;

/** The state of the socket. */
export const liveStore = proxy<Live>({ status: 'idle', since: 0, notice: null });

let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes a new state of the socket. */
export function setLiveStatus(status: LiveStatus): void {
  if (liveStore.status === status) return;
  liveStore.status = status;
  liveStore.since = Date.now();
  clearTimeout(timer);
  if (status === 'off') timer = setTimeout(() => (liveStore.notice = 'off'), patience);
  else {
    liveStore.notice = status === 'on' && liveStore.notice === 'off' ? 'back' : null;
    timer = setTimeout(() => (liveStore.notice = null), farewell);
  }
}

/** Whether events arrive at the moment; outside of components. */
export function liveStatus(): LiveStatus {
  return liveStore.status;
}

/** Whether events arrive at the moment. */
export function useLive(): Readonly<Live> {
  return useSnapshot(liveStore);
}
