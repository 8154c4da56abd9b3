import type { IncomingMessage, Server as NodeServer } from 'node:http';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { Realtime, WatchedSessions } from '../services/ports.ts';
import { createRejectionLog } from '../http/responses/rejection-log.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { socketPath } from '../http/listen.ts';
import { commonHeaders } from '../http/security/headers.ts';
import { createEventDelivery } from './event-delivery.ts';
import { createNodeAdapter, type SharedDatabase } from './node-adapter.ts';
import { trackNodes } from './presence.ts';
import { type AdmitPresence, PagePresence } from './page-presence.ts';
import { bindSocketsToSessions, type AdminServer } from './socket-sessions.ts';

export interface RealtimeOptions {
  /** The server whose sockets these are. */
  readonly server: NodeServer;
  readonly sessions: WatchedSessions;
  readonly allowedOrigins: readonly string[];
  /** The public address of the deployment; null in development, where the request's host is used. */
  readonly publicUrl: string | null;
  readonly log: Logger;
  /** Returns the name of a user who may have a record open; null if they may not. */
  readonly admitPresence: AdmitPresence;
  /** Records deliveries in traces; null if no traces are recorded. */
  readonly tracing: Tracing | null;
  /** Set if several nodes share a database, to which events then go. */
  readonly shared: SharedDatabase | null;
}

/** Opens sockets at `/socket.io` for admins with a session; each gets the events that its user may read. */
export function createRealtime({
  server,
  sessions,
  allowedOrigins,
  publicUrl,
  log,
  shared,
  admitPresence,
  tracing,
}: RealtimeOptions): Realtime {
  let isClosing = false;
  const writeRejection = createRejectionLog();
  const io: AdminServer = new Server(server, {
    path: socketPath,
    serveClient: false,
    connectTimeout: 10_000,
    maxHttpBufferSize: 16 * 1024,
    cors: { origin: [...allowedOrigins], methods: ['GET', 'POST'] },
    allowRequest: (request, decide) => {
      const isKnown = isOriginAllowed(request, { allowedOrigins, publicUrl });
      const { remoteAddress: address } = request.socket;
      if (!isKnown) writeRejection(log, { address }, 'a socket of a page of another origin was rejected');
      const isAllowed = !isClosing && isKnown;
      decide(isAllowed ? null : 'origin not allowed', isAllowed);
    },
    ...(shared ? { adapter: createNodeAdapter(shared, log, () => delivery.reportLoss()) } : {}),
  });
  // Responses to polling clients bypass our routes.
  io.engine.on('headers', (headers: Record<string, string>) => Object.assign(headers, commonHeaders));
  bindSocketsToSessions(io, sessions, log);
  const delivery = createEventDelivery(io, sessions, tracing);
  // A killed node may have changed data without sending the event.
  const nodes = shared ? trackNodes({ ...shared, log, onDeath: () => delivery.catchUpHere() }) : null;
  const otherNodes = () => nodes?.count ?? 0;
  const presence = new PagePresence(io, { admit: admitPresence, log, otherNodes });

  return {
    emit: shared ? delivery.emitEverywhere : delivery.emitHere,
    emitHere: delivery.emitHere,
    get counts() {
      return { sockets: io.of('/').sockets.size, nodes: 1 + otherNodes() };
    },
    async close() {
      if (isClosing) return;
      isClosing = true;
      delivery.close();
      presence.close();
      io.disconnectSockets(true);
      await nodes?.close();
      await io.of('/').adapter.close();
      // Not io.close(), which would also close the HTTP server, whose requests have yet to finish.
      io.engine.close();
    },
  };
}

/**
 * Whether a page of this origin may open a socket: one of our own host, or one listed in the deployment. Browsers omit
 * the header in requests to the page's own host; other programs need only a token.
 */
function isOriginAllowed(
  request: IncomingMessage,
  { allowedOrigins, publicUrl }: Pick<RealtimeOptions, 'allowedOrigins' | 'publicUrl'>,
): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  const isOwn = publicUrl === null ? url.host === host : url.origin === publicUrl;
  return isOwn || allowedOrigins.some((allowed) => new URL(allowed).origin === url.origin);
}
