import type { Logger } from 'pino';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { createTokenBuckets } from '#kernel/domain/values/token-buckets.ts';
import type { Session, SessionEndReason, Sessions, WatchedSessions } from '../services/ports.ts';

/** Sent to browsers: events may have been missed, so data must be reloaded. */
export const catchUpEvent = 'catch_up';

/**
 * Sent by a browser: its user is active, or, with `false`, it only asks; the acknowledgement contains the session's
 * times.
 */
const activeEvent = 'active';
/** The rate limit for activity messages of a session; beyond it, its browser reports activity with a call. */
const activityLimit = { burst: 12, perSecond: 0.2 };
/**
 * Milliseconds for which an ended or changed session is remembered, for a socket that was authenticated before and
 * connects after.
 */
const rememberMs = 30_000;
/** Milliseconds for the last message to arrive, also at a client that polls. */
const disconnectDelayMs = 50;

/** The reason that a browser gets when its session ends. */
type ReportedReason = SessionEndReason | 'expired' | null;

export interface SocketData {
  token: string;
  session: Session;
  isDismissed: boolean;
  /** The number of pending reads of its rights; meanwhile it receives no events. */
  pendingRenewals: number;
  /** Whether it has missed an event meanwhile. */
  hasMissedEvent: boolean;
}

export type AdminServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
export type AdminSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;

/**
 * Authenticates sockets by their sessions, and updates their rights, or closes them, when the sessions change or end.
 */
export function bindSocketsToSessions(io: AdminServer, sessions: WatchedSessions, log: Logger): void {
  const ended = createRecentMap<ReportedReason>();
  const changed = createRecentMap<true>();
  const takeToken = createTokenBuckets(activityLimit, () => performance.now());
  const isAllowed = (id: number) => takeToken(id) === 0;

  io.use(async (socket, next) => {
    const token: unknown = socket.handshake.auth['token'];
    try {
      const session = typeof token === 'string' ? await sessions.find(token) : null;
      if (typeof token !== 'string' || !session) return next(rejection('unauthenticated'));
      socket.data = { token, session, isDismissed: false, pendingRenewals: 0, hasMissedEvent: false };
      next();
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be authenticated');
      next(rejection('unavailable'));
    }
  });

  io.on('connection', (socket) => {
    const { id } = socket.data.session;
    const reason = ended.get(id);
    if (reason !== undefined) return dismiss(socket, reason);
    void socket.join(sessionChannel(id));
    if (changed.get(id)) void renewSession(socket, sessions, log);
    socket.on(activeEvent, async (...given: unknown[]) => {
      const times = await recordActivity(socket, given[0] !== false, { sessions, log, isAllowed });
      const acknowledge = given.at(-1);
      if (typeof acknowledge === 'function') acknowledge(times);
    });
  });

  sessions.onEnd((sessionIds, endReason, hasExpired) => {
    const reason = hasExpired ? 'expired' : endReason;
    for (const id of sessionIds) {
      ended.set(id, reason);
      for (const socket of socketsOf(io, id)) dismiss(socket, reason);
    }
  });

  sessions.onChange((sessionIds) => {
    for (const id of sessionIds) {
      changed.set(id, true);
      for (const socket of socketsOf(io, id)) void renewSession(socket, sessions, log);
    }
  });
}

/** Records that the user is active, or only returns the session's times; an empty object if they are unknown now. */
async function recordActivity(
  socket: AdminSocket,
  isActive: boolean,
  {
    sessions,
    log,
    isAllowed,
  }: { sessions: WatchedSessions; log: Logger; isAllowed: (sessionId: number) => boolean },
): Promise<object | null> {
  const { id } = socket.data.session;
  if (!isAllowed(id)) return {};
  try {
    const times = await sessions.recordActivity(id, isActive);
    if (!times) dismiss(socket, 'expired');
    return times;
  } catch (error) {
    log.warn({ err: error }, 'the activity of a session could not be recorded');
    return {};
  }
}

/** Reads the rights of a changed session; its sockets then receive other events, and the page reloads its data. */
async function renewSession(socket: AdminSocket, sessions: Sessions, log: Logger): Promise<void> {
  const { data } = socket;
  data.pendingRenewals++;
  try {
    const session = await sessions.find(data.token);
    if (!session) return dismiss(socket);
    data.session = session;
    data.pendingRenewals--;
    socket.emit('session_change');
    if (data.pendingRenewals > 0 || !data.hasMissedEvent) return;
    data.hasMissedEvent = false;
    socket.emit(catchUpEvent);
  } catch (error) {
    // Unreadable rights count as none; the page reconnects.
    log.warn({ err: error }, 'the rights of a socket could not be read');
    socket.disconnect(true);
  }
}

function dismiss(socket: AdminSocket, reason: ReportedReason = null): void {
  socket.data.isDismissed = true;
  socket.emit('session_end', { reason });
  setTimeout(() => socket.disconnect(true), disconnectDelayMs).unref();
}

function socketsOf(io: AdminServer, sessionId: number): AdminSocket[] {
  const { adapter, sockets } = io.of('/');
  return Array.from(adapter.rooms.get(sessionChannel(sessionId)) ?? []).flatMap(
    (id) => sockets.get(id) ?? [],
  );
}

function sessionChannel(sessionId: number): string {
  return `session:${sessionId}`;
}

function rejection(code: 'unauthenticated' | 'unavailable'): Error {
  return Object.assign(new Error(code), { data: { code } });
}

/** Values by session id that are forgotten some time after they were set. */
function createRecentMap<Value>() {
  const entries = new Map<number, { readonly value: Value; readonly until: number }>();
  return {
    get(id: number): Value | undefined {
      const entry = entries.get(id);
      return entry && entry.until > performance.now() ? entry.value : undefined;
    },
    set(id: number, value: Value) {
      const now = performance.now();
      for (const [other, { until }] of entries) if (until < now) entries.delete(other);
      entries.set(id, { value, until: now + rememberMs });
    },
  };
}
