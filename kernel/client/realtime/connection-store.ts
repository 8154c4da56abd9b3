import { proxy, useSnapshot } from 'valtio';

/** `off` while the socket reconnects; `idle` before the first connection. */
export type ConnectionStatus = 'idle' | 'on' | 'off';

interface Live {
  status: ConnectionStatus;
  since: number;
  /** `connectionLost` is shown after two seconds without a connection, then `connectionRestored` for three seconds. */
  notice: 'connectionLost' | 'connectionRestored' | null;
}

const showOffAfterMs = 2000;
const showBackForMs = 3000;

/** The state of the socket. */
export const connectionStore = proxy<Live>({ status: 'idle', since: 0, notice: null });

let timer: ReturnType<typeof setTimeout> | undefined;

/** Sets the state of the socket, also as `data-connection` on the root element for styles and tests. */
export function setConnectionStatus(status: ConnectionStatus): void {
  if (connectionStore.status === status) return;
  connectionStore.status = status;
  connectionStore.since = Date.now();
  if (typeof document !== 'undefined') document.documentElement.dataset['connection'] = status;
  clearTimeout(timer);
  if (status === 'off') timer = setTimeout(() => (connectionStore.notice = 'connectionLost'), showOffAfterMs);
  else {
    connectionStore.notice =
      status === 'on' && connectionStore.notice === 'connectionLost' ? 'connectionRestored' : null;
    timer = setTimeout(() => (connectionStore.notice = null), showBackForMs);
  }
}

/** The state of the connection, outside of components. */
export function connectionStatus(): ConnectionStatus {
  return connectionStore.status;
}

/** The state of the connection; renders again when it changes. */
export function useConnection(): Readonly<Live> {
  return useSnapshot(connectionStore);
}
