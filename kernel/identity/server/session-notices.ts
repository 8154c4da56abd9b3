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

/** Notices of ended or changed sessions, from all nodes. */
export interface SessionNotices extends Pick<
  WatchedSessions,
  'current' | 'onCurrent' | 'onEnd' | 'onChange' | 'close'
> {
  /** Whether notices are being received. */
  readonly alive: boolean;
  /** Watches a session that this node has seen: its end is announced even if the notice is missed. */
  watch(sessionId: number): void;
}

/** Receives notices. Calls `forget` before the listeners, and `forgetAll` when notices may be missed. */
export function createSessionNotices(
  { database, notifications, log }: { database: Database; notifications: Notifications; log: Logger },
  { forget, forgetAll }: { forget: (sessionIds: readonly number[]) => void; forgetAll: () => void },
): SessionNotices {
  const currentListeners: (() => void)[] = [];
  const announcements = createAnnouncements(forget);
  const { live, announce, onEnd, onChange } = announcements;
  /** Aborted when the connection is lost, which cancels reading missed notices. */
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

  /** Announces changes that were missed while the connection was lost. */
  async function catchUp(signal: AbortSignal): Promise<void> {
    try {
      await retry(() => announceMissed(database, log, announcements), { ...catchUpPolicy, signal });
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the sessions that have ended could not be announced');
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

/** Announces ended and changed sessions to the listeners, and tracks the live sessions seen on this node. */
function createAnnouncements(forget: (sessionIds: readonly number[]) => void) {
  const endListeners: Parameters<WatchedSessions['onEnd']>[0][] = [];
  const changeListeners: Parameters<WatchedSessions['onChange']>[0][] = [];
  /** Sessions seen on this node that are not known to have ended. */
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
