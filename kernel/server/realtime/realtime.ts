import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Server, type DefaultEventsMap, type Socket } from 'socket.io';
import type { Audience } from '../plugins/api/index.ts';
import type { Realtime, Session, SessionEndReason, Sessions } from '../services/ports.ts';
import { isRecipient } from './is-recipient.ts';
import { createNodeAdapter } from './node-adapter.ts';
import { isOriginAllowed } from './origin.ts';
import { trackNodes } from './presence.ts';

/** Typing tells of itself at most so often; what comes sooner is ignored. */
const activeEvery = 15_000;
/** How long the end or the change of a session is remembered, for a socket that was let in just before and arrives just after. */
const rememberFor = 30_000;
/** Between nodes: an event with its audience; and that some may have been lost. */
const relayed = 'komak:relay';
const lost = 'komak:lost';
/** To browsers: something may have passed them by, and is to be asked for. */
const catchUp = 'catch_up';
/** Milliseconds after which others are told of what may have been lost, and told again when that was lost too. */
const retryLost = 500;

interface SocketData {
  token: string;
  session: Session;
  activeAt: number;
  dismissed: boolean;
  /** How often its rights are being read anew; it hears nothing meanwhile … */
  renewing: number;
  /** … and something has passed it by. */
  missed: boolean;
}

type AdminSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;

export interface RealtimeOptions {
  readonly sessions: Sessions;
  readonly allowedOrigins: readonly string[];
  readonly log: Logger;
  /** Given where several nodes share a database: events go to all of them. */
  readonly sharedPool?: Pool | undefined;
}

/** Sockets at `/socket.io`, for admins with a session; an event reaches those whose rights and area allow the thing itself. */
export function createRealtime({ sessions, allowedOrigins, log, sharedPool }: RealtimeOptions): Realtime {
  let closing = false;
  let losing: NodeJS.Timeout | undefined;
  const ended = new Map<number, { readonly until: number; readonly reason: SessionEndReason | null }>();
  const changed = new Map<number, number>();
  const io = new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>({
    serveClient: false,
    connectTimeout: 10_000,
    maxHttpBufferSize: 16 * 1024,
    cors: { origin: [...allowedOrigins], methods: ['GET', 'POST'] },
    allowRequest: (request, decide) => {
      const isAllowed = !closing && isOriginAllowed(request, allowedOrigins);
      decide(isAllowed ? null : 'origin not allowed', isAllowed);
    },
    ...(sharedPool ? { adapter: createNodeAdapter(sharedPool, log, tellOfLoss) } : {}),
  });

  io.use(async (socket, next) => {
    const token: unknown = socket.handshake.auth['token'];
    try {
      const session = typeof token === 'string' ? await sessions.find(token) : null;
      if (!session) return next(refusal('unauthenticated'));
      socket.data = {
        token: token as string,
        session,
        activeAt: performance.now(),
        dismissed: false,
        renewing: 0,
        missed: false,
      };
      next();
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be let in');
      next(refusal('unavailable'));
    }
  });

  io.on('connection', (socket) => {
    const { session } = socket.data;
    const end = ended.get(session.id);
    if (end) return dismiss(socket, end.reason);
    void socket.join(sessionRoom(session.id));
    if ((changed.get(session.id) ?? 0) > performance.now()) void renew(socket);
    socket.on('active', () => void keepAlive(socket));
  });

  /** Writing a long note is use of the session, although nothing is asked of the server. */
  async function keepAlive(socket: AdminSocket): Promise<void> {
    const now = performance.now();
    if (now - socket.data.activeAt < activeEvery) return;
    socket.data.activeAt = now;
    try {
      const session = await sessions.find(socket.data.token);
      if (session) socket.data.session = session;
      else dismiss(socket);
    } catch (error) {
      log.warn({ err: error }, 'the use of a session could not be noted');
    }
  }

  sessions.onEnd((sessionIds, reason) => {
    const now = performance.now();
    for (const [id, { until }] of ended) if (until < now) ended.delete(id);
    for (const id of sessionIds) {
      ended.set(id, { until: now + rememberFor, reason });
      for (const socket of socketsIn(sessionRoom(id))) dismiss(socket, reason);
    }
  });

  sessions.onChange((sessionIds) => {
    const now = performance.now();
    for (const [id, until] of changed) if (until < now) changed.delete(id);
    for (const id of sessionIds) {
      changed.set(id, now + rememberFor);
      for (const socket of socketsIn(sessionRoom(id))) void renew(socket);
    }
  });

  /** A session goes on with other rights or names: what its sockets hear follows, and the page reads itself again. */
  async function renew(socket: AdminSocket): Promise<void> {
    const { data } = socket;
    data.renewing++;
    try {
      const session = await sessions.find(data.token);
      if (!session) return dismiss(socket);
      data.session = session;
      data.renewing--;
      socket.emit('session_change');
      if (data.renewing > 0 || !data.missed) return;
      data.missed = false;
      socket.emit(catchUp);
    } catch (error) {
      // Rights that cannot be read are no rights; the page connects again.
      log.warn({ err: error }, 'the rights of a socket could not be read');
      socket.disconnect(true);
    }
  }

  function socketsIn(room: string): AdminSocket[] {
    const ids = io.of('/').adapter.rooms.get(room) ?? [];
    return Array.from(ids).flatMap((id) => io.of('/').sockets.get(id) ?? []);
  }

  /** Encodes the event once for all who hear it; nobody does while it is not known who still may. */
  function emitHere(event: string, payload: unknown, audience: Audience): void {
    if (!sessions.current) return;
    const hearers: string[] = [];
    for (const { id, data } of io.of('/').sockets.values()) {
      const { mustChangePassword, mustAddFactor, viewer } = data.session;
      if (data.dismissed || mustChangePassword || mustAddFactor) continue;
      if (data.renewing > 0) data.missed = true;
      else if (isRecipient(audience, viewer)) hearers.push(id);
    }
    // Each socket is alone in the room of its id; without a room the event would go to everyone.
    if (hearers.length > 0) io.local.to(hearers).emit(event, payload);
  }

  /** Has the browsers of this node ask for what may have passed them by. */
  function catchUpHere(): void {
    // Whoever is not sure of his sessions does so as soon as he is.
    if (sessions.current && !closing) io.local.emit(catchUp);
  }

  /** An event may have been lost between nodes: all are told, again and again until that at least has not been lost. */
  function tellOfLoss(): void {
    if (closing) return;
    losing ??= setTimeout(() => {
      losing = undefined;
      catchUpHere();
      io.serverSideEmit(lost);
    }, retryLost).unref();
  }

  // Each node knows the rights of its own sockets, so what goes between nodes is the event with its audience.
  io.on(relayed, emitHere);
  io.on(lost, catchUpHere);
  // While this node could not hear the others, its browsers were told nothing.
  sessions.onCurrent(catchUpHere);
  // Whoever was killed may have changed something and told nobody.
  const presence = sharedPool ? trackNodes({ pool: sharedPool, log, onDeath: catchUpHere }) : null;

  return {
    emit(event, payload, audience) {
      emitHere(event, payload, audience);
      if (sharedPool) io.serverSideEmit(relayed, event, payload, audience);
    },
    emitHere,
    attach: (server) => void io.attach(server),
    get counts() {
      return { sockets: io.of('/').sockets.size, nodes: 1 + (presence?.count ?? 0) };
    },
    async close() {
      if (closing) return;
      closing = true;
      clearTimeout(losing);
      io.disconnectSockets(true);
      await presence?.close();
      await io.of('/').adapter.close();
      // Not io.close(), which would close the HTTP server too: its requests are still to be finished.
      // Absent until a server is attached.
      (io.engine as typeof io.engine | undefined)?.close();
    },
  };
}

function dismiss(socket: AdminSocket, reason: SessionEndReason | null = null): void {
  socket.data.dismissed = true;
  socket.emit('session_end', { reason });
  // A moment for the word to go out, also to a client that is polling.
  setTimeout(() => socket.disconnect(true), 50).unref();
}

function refusal(code: 'unauthenticated' | 'unavailable'): Error {
  return Object.assign(new Error(code), { data: { code } });
}

function sessionRoom(sessionId: number): string {
  return `session:${sessionId}`;
}
