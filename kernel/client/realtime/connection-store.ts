import { proxy, useSnapshot } from 'valtio';

/** `off` is a cut that is being mended; `idle` is before the first connection. */
export type ConnectionStatus = 'idle' | 'on' | 'off';

interface Live {
  status: ConnectionStatus;
  since: number;
  /** What the indicator says: `off` after a while of silence, `back` for a moment when it is mended. */
  notice: 'off' | 'back' | null;
}

/** How long a cut may last, in ms, before it is worth a word. */
const patience = 2000;
/** How long the word of the return stays, in ms. */
const farewell = 3000;

/** The state of the socket. */
export const connectionStore = proxy<Live>({ status: 'idle', since: 0, notice: null });

let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes a new state of the socket. */
export function setConnectionStatus(status: ConnectionStatus): void {
  if (connectionStore.status === status) return;
  connectionStore.status = status;
  connectionStore.since = Date.now();
  clearTimeout(timer);
  if (status === 'off') timer = setTimeout(() => (connectionStore.notice = 'off'), patience);
  else {
    connectionStore.notice = status === 'on' && connectionStore.notice === 'off' ? 'back' : null;
    timer = setTimeout(() => (connectionStore.notice = null), farewell);
  }
}

/** Whether events arrive at the moment; outside of components. */
export function connectionStatus(): ConnectionStatus {
  return connectionStore.status;
}

/** Whether events arrive at the moment. */
export function useConnection(): Readonly<Live> {
  return useSnapshot(connectionStore);
}
