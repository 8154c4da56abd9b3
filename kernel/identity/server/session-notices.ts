import type { Logger } from 'pino';
import { retry } from '#kernel/server/concurrency/retry.ts';
import type { Notifications } from '#kernel/server/database/notifications/listen.ts';
import type { Database } from '#kernel/server/api/index.ts';
import type { SessionEndReason, WatchedSessions } from '#kernel/server/services/ports.ts';
import { expired, findEndedSessions } from './session/session-store.ts';

const catchUpPolicy = { delayMs: 500 };

interface SessionNotice {
  readonly ended: readonly number[];
  readonly changed: readonly number[];
  readonly reason: SessionEndReason | null;
  readonly hasExpired?: boolean;
}

/** The notices of sessions that ended or changed, on whichever node. */
export interface SessionNotices extends Pick<
  WatchedSessions,
  'current' | 'onCurrent' | 'onEnd' | 'onChange' | 'close'
> {
  /** Whether notices arrive now. */
  readonly alive: boolean;
  /** Watches a session that this node has seen: its end is announced even if its notice is missed. */
  watch(sessionId: number): void;
}

/** Follows the notices; `forget` comes before the listeners, and `forgetAll` once notices may be missed. */
export function createSessionNotices(
  { database, notifications, log }: { database: Database; notifications: Notifications; log: Logger },
  { forget, forgetAll }: { forget: (sessionIds: readonly number[]) => void; forgetAll: () => void },
): SessionNotices {
  const currentListeners: (() => void)[] = [];
  const announcements = createAnnouncements(forget);
  const { live, announce, onEnd, onChange } = announcements;
  /** Aborted when the connection is lost: what was missed is read for one connection only. */
  let connection = new AbortController();
  let isCurrent = false;

  const listening = notifications.listen({
    channel: 'komak_session',
    onStart() {
      connection = new AbortController();
      void catchUp(connection.signal);
    },
    onLoss() {
      connection.abort();
      isCurrent = false;
      forgetAll();
    },
    onMessage: (payload) => announce(readNotice(payload)),
  });

  /** Announces what may have happened while the connection was lost. */
  async function catchUp(signal: AbortSignal): Promise<void> {
    try {
      await retry(() => announceMissed(database, log, announcements), { ...catchUpPolicy, signal });
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'sessions that ended are not announced');
      return;
    }
    if (signal.aborted) return;
    isCurrent = true;
    for (const listener of currentListeners) listener();
  }

  return {
    get alive() {
      return listening.alive;
    },
    get current() {
      return isCurrent;
    },
    watch: (sessionId) => void live.add(sessionId),
    onCurrent: (listener) => void currentListeners.push(listener),
    onEnd,
    onChange,
    async close() {
      connection.abort();
      await listening.close();
    },
  };
}

async function announceMissed(
  database: Database,
  log: Logger,
  { live, announce }: Pick<ReturnType<typeof createAnnouncements>, 'live' | 'announce'>,
): Promise<void> {
  if (live.size === 0) return;
  try {
    announce({ ended: await findEndedSessions(database, [...live]), changed: [], reason: null });
    announce({ ended: [], changed: [...live], reason: null });
  } catch (error) {
    log.warn({ err: error }, 'could not read the sessions that have ended');
    throw error;
  }
}

/** Announces ended and changed sessions to the listeners, and knows which of those seen on this node are still live. */
function createAnnouncements(forget: (sessionIds: readonly number[]) => void) {
  const endListeners: Parameters<WatchedSessions['onEnd']>[0][] = [];
  const changeListeners: Parameters<WatchedSessions['onChange']>[0][] = [];
  /** Sessions seen on this node whose end it was not notified of. */
  const live = new Set<number>();

  function announce({ ended, changed, reason, hasExpired = false }: SessionNotice): void {
    if (ended.length > 0) {
      forget(ended);
      for (const id of ended) live.delete(id);
      for (const listener of endListeners) listener(ended, reason, hasExpired);
    }
    if (changed.length > 0) {
      forget(changed);
      for (const listener of changeListeners) listener(changed);
    }
  }

  return {
    live,
    announce,
    onEnd: (listener: (typeof endListeners)[number]) => void endListeners.push(listener),
    onChange: (listener: (typeof changeListeners)[number]) => void changeListeners.push(listener),
  };
}

const endReasons: readonly SessionEndReason[] = ['rights', 'password', 'factor', 'closed', 'ended'];

function readNotice(payload: string): SessionNotice {
  const { ended, changed, reason } = JSON.parse(payload) as Record<string, unknown>;
  return {
    ended: Array.isArray(ended) ? ended.map(Number) : [],
    changed: Array.isArray(changed) ? changed.map(Number) : [],
    reason: endReasons.find((known) => known === reason) ?? null,
    hasExpired: reason === expired,
  };
}
