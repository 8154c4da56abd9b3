import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';
import { refetchActiveQueries } from '../data/client.ts';
import { afterFirstRender } from '../data/first-render.ts';
import { pause, retry } from '../data/retry.ts';
import { type SessionEnd } from '../session/session-store.ts';
import { readToken } from '../storage/access-token.ts';
import { eventHub } from './event-hub.ts';
import { setConnectionStatus } from './connection-store.ts';

/**
 * The socket's options; the delays are the specification's. WebSocket is tried first, since it stays with one node
 * behind any load balancer; polling is the fallback for networks that block it.
 */
export const socketOptions = {
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  autoConnect: false,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} satisfies Partial<ManagerOptions & SocketOptions>;

/** Handlers for what the socket receives. */
export interface SocketHandlers {
  /** Reads again which plugins are enabled. */
  readonly onPluginsChange: () => Promise<void>;
  /** Reads the session's admin again, which ends the session if it is over. */
  readonly refreshAdmin: () => Promise<void>;
  /** Called when the server has ended the session. */
  readonly onSessionEnd: (end: SessionEnd) => void;
}

/** Opens the session's socket; returns a function that closes it. */
export function startSocket(handlers: SocketHandlers): () => void {
  let socket: Socket | null = null;
  let over = false;
  const stopped = new AbortController();
  const cancelStart = afterFirstRender(() => {
    // The socket's code did not load, so the connection is lost.
    const waitAfter = () => {
      setConnectionStatus('off');
      return pause(hangUpPause, stopped.signal);
    };
    retry(open, { waitAfter }).catch((error: unknown) => over || reportError(error));
  });

  async function open(): Promise<void> {
    const { io } = await import('socket.io-client');
    if (over) return;
    socket = io({ ...socketOptions, auth: (give) => give({ token: readToken() }) });
    const opened = socket;
    eventHub.connect({
      send: (event, payload) => void opened.volatile.emit(event, payload),
      async request(event, payload) {
        if (!opened.connected) throw new Error('There is no connection');
        return (await opened.timeout(acknowledgeTimeout).emitWithAck(event, payload)) as unknown;
      },
    });
    follow(socket, { ...handlers, isOver: () => over });
    socket.connect();
  }

  return () => {
    over = true;
    eventHub.connect(null);
    stopped.abort();
    cancelStart();
    socket?.removeAllListeners();
    socket?.disconnect();
    setConnectionStatus('idle');
  };
}

/** Milliseconds after which a message without acknowledgement counts as lost. */
const acknowledgeTimeout = 5000;

/** Milliseconds before reconnecting to a server that closed the connection. */
const hangUpPause = 2000;

/** Milliseconds before reconnecting to a server that refused the connection. */
const rejectedPause = 5000;

/** Milliseconds over which browsers spread requests that all of them send at the same time. */
const catchUpSpread = 1000;

interface SocketOwner extends SocketHandlers {
  readonly isOver: () => boolean;
}

function follow(socket: Socket, { isOver, onPluginsChange, refreshAdmin, onSessionEnd }: SocketOwner): void {
  let connectedBefore = false;
  function readAgain(afterCut: boolean): void {
    void refetchActiveQueries();
    void onPluginsChange().catch(() => undefined);
    eventHub.connected();
    if (afterCut) eventHub.reconnected();
  }
  function callAgain(wait: number): void {
    setTimeout(() => isOver() || socket.connect(), wait);
  }
  socket.on('connect', () => {
    setConnectionStatus('on');
    // Also at the first connection: there may have been events between the first read and now.
    readAgain(connectedBefore);
    connectedBefore = true;
  });
  // The server may have missed events of other nodes. It notifies all of its browsers at once, so they spread their
  // requests.
  socket.on('catch_up', () => setTimeout(() => isOver() || readAgain(true), Math.random() * catchUpSpread));
  socket.on('disconnect', (reason) => {
    if (connectedBefore) setConnectionStatus('off');
    // A stopping server closes the connection itself, after which the library does not reconnect.
    if (reason === 'io server disconnect') callAgain(hangUpPause);
  });
  socket.on('connect_error', () => {
    // A connection that fails at the first attempt is lost too.
    setConnectionStatus('off');
    // The server refused the connection: ask over HTTP why; a 401 ends the session.
    if (!socket.active)
      void refreshAdmin()
        .catch(() => undefined)
        .finally(() => callAgain(rejectedPause));
  });
  socket.on('session_end', (payload: unknown) => onSessionEnd(reasonOf(payload)));
  // The user's own rights or name have changed: update the menu and reload the screen.
  socket.on('session_change', () => void refreshAdmin().then(refetchActiveQueries, () => undefined));
  socket.on('plugins_change', () => void onPluginsChange().catch(reportError));
  socket.onAny((event: string, payload: unknown) => eventHub.emit(event, payload));
}

const reasons: readonly SessionEnd[] = ['rights', 'password', 'factor', 'closed', 'expired'];

/** The server's reason for ending the session, if it gave one. */
function reasonOf(payload: unknown): SessionEnd {
  const { reason } = (payload ?? {}) as { readonly reason?: unknown };
  return reasons.find((known) => known === reason) ?? 'ended';
}
