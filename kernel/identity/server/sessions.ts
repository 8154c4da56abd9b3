import type { Logger } from 'pino';
import { fail } from '#kernel/contract/index.ts';
import { retry } from '#kernel/server/concurrency/retry.ts';
import type { Notifications } from '#kernel/server/database/notifications/listen.ts';
import type { Database } from '#kernel/server/api/index.ts';
import type { SessionEndReason, WatchedSessions } from '#kernel/server/services/ports.ts';
import { isEnding, markEnding } from './session/end-sessions.ts';
import { createSessionCache } from './session-cache.ts';
import * as store from './session/session-store.ts';
import { hashToken, isToken } from '#kernel/server/installation/token.ts';
import { createUnknownTokens } from './unknown-tokens.ts';
import { sweepAttempts } from './session/attempts.ts';
import { sweepChallenges } from './passkeys/challenges.ts';
import { sweepFactorResets } from './recovery/factor-resets.ts';
import { sweepTickets } from './second-factor/tickets.ts';
import { expired, sweepSessions } from './session/session-store.ts';

const catchUpPolicy = { delayMs: 500 };

interface SessionNotice {
  readonly ended: readonly number[];
  readonly changed: readonly number[];
  readonly reason: SessionEndReason | null;
  readonly hasExpired?: boolean;
}

/**
 * Creates the sessions of this node: stored in the database, cached while the node is notified of every end and change.
 * Notices missed without a connection are read afterwards.
 */
// Over 60 lines: its short functions share the listeners, the live sessions and the connection; the cache is in session-cache.ts.
export function createSessions({
  database,
  notifications,
  log,
}: {
  database: Database;
  notifications: Notifications;
  log: Logger;
}): WatchedSessions {
  const endListeners: Parameters<WatchedSessions['onEnd']>[0][] = [];
  const changeListeners: Parameters<WatchedSessions['onChange']>[0][] = [];
  const currentListeners: (() => void)[] = [];
  /** Sessions seen on this node whose end it was not notified of. */
  const live = new Set<number>();
  /** Aborted when the connection is lost: what was missed is read for one connection only. */
  let connection = new AbortController();
  let isCurrent = false;

  const unknownTokens = createUnknownTokens();
  const stopSweeper = startSessionSweeper(database, log);
  const cache = createSessionCache({
    isReliable: () => listening.alive,
    isEnding: (sessionId) => isEnding(database, sessionId),
    async read(tokenHash) {
      const found = await store.findSession(database, tokenHash);
      if (!found) return null;
      if (found.unseen) await store.touchSession(database, found.session.id);
      live.add(found.session.id);
      return found.session;
    },
  });
  const listening = notifications.listen({
    channel: 'komak_session',
    onStart() {
      connection = new AbortController();
      void catchUp(connection.signal);
    },
    onLoss() {
      connection.abort();
      isCurrent = false;
      cache.clear();
    },
    onMessage: (payload) => announce(readNotice(payload)),
  });

  function announce({ ended, changed, reason, hasExpired = false }: SessionNotice): void {
    if (ended.length > 0) {
      cache.forget(ended);
      for (const id of ended) live.delete(id);
      for (const listener of endListeners) listener(ended, reason, hasExpired);
    }
    if (changed.length > 0) {
      cache.forget(changed);
      for (const listener of changeListeners) listener(changed);
    }
  }

  /** Announces what may have happened while the connection was lost. */
  async function catchUp(signal: AbortSignal): Promise<void> {
    try {
      await retry(announceMissed, { ...catchUpPolicy, signal });
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'sessions that ended are not announced');
      return;
    }
    if (signal.aborted) return;
    isCurrent = true;
    for (const listener of currentListeners) listener();
  }

  async function announceMissed(): Promise<void> {
    if (live.size === 0) return;
    try {
      announce({ ended: await store.findEndedSessions(database, [...live]), changed: [], reason: null });
      announce({ ended: [], changed: [...live], reason: null });
    } catch (error) {
      log.warn({ err: error }, 'could not read the sessions that have ended');
      throw error;
    }
  }

  return {
    get current() {
      return isCurrent;
    },
    onCurrent: (listener) => void currentListeners.push(listener),
    onEnd: (listener) => void endListeners.push(listener),
    onChange: (listener) => void changeListeners.push(listener),
    async find(token, network = null) {
      if (!isToken(token)) return null;
      const hash = hashToken(token);
      return cache.peek(hash) ?? unknownTokens.read(token, network, () => cache.find(hash));
    },
    findViewer: (sessionId) => store.findViewerBySession(database, sessionId),
    async open(adminId, origin) {
      const opened = await store.openSession(database, adminId, origin);
      if (!opened) throw fail('unauthenticated');
      return opened;
    },
    recordActivity: (sessionId, isActive) => store.recordActivity(database, sessionId, isActive),
    recordAnnouncement: (sessionId) => store.recordAnnouncement(database, sessionId),
    async end(sessionId, within = database) {
      markEnding(within, await store.deleteSession(within, sessionId));
    },
    async endAllOf(adminId, exceptSessionId, within) {
      markEnding(within, await store.deleteSessionsOf(within, [adminId], exceptSessionId));
    },
    async close() {
      connection.abort();
      stopSweeper();
      await listening.close();
    },
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

const maxIntervalMs = 60_000;
const minIntervalMs = 250;

/** Deletes expired sessions, tickets and attempts, each time when the next session expires. Returns a function that stops it. */
export function startSessionSweeper(database: Database, log: Logger): () => void {
  let isStopped = false;
  let timer = setTimeout(() => void sweep(), minIntervalMs).unref();

  async function sweep(): Promise<void> {
    let untilNextMs: number | null = null;
    try {
      untilNextMs = await sweepSessions(database);
      await sweepAttempts(database);
      await sweepTickets(database);
      await sweepChallenges(database);
      await sweepFactorResets(database);
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'could not delete expired sessions');
    }
    if (isStopped) return;
    const interval = Math.min(maxIntervalMs, Math.max(minIntervalMs, untilNextMs ?? maxIntervalMs));
    timer = setTimeout(() => void sweep(), interval).unref();
  }

  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
