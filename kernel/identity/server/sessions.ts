import type { Logger } from 'pino';
import { fail } from '#kernel/contract/index.ts';
import type { Notifications } from '#kernel/server/database/notifications/listen.ts';
import type { Database } from '#kernel/server/api/index.ts';
import type { WatchedSessions } from '#kernel/server/services/ports.ts';
import { isEnding, markEnding } from './session/end-sessions.ts';
import { createSessionCache } from './session-cache.ts';
import { createSessionNotices } from './session-notices.ts';
import * as store from './session/session-store.ts';
import { hashToken, isToken } from '#kernel/server/installation/token.ts';
import { createUnknownTokens } from './unknown-tokens.ts';
import { sweepAttempts } from '#kernel/server/limits/attempts.ts';
import { sweepChallenges } from './passkeys/challenges.ts';
import { sweepFactorResets } from './recovery/factor-resets.ts';
import { sweepTickets } from './second-factor/tickets.ts';
import { sweepSessions } from './session/session-store.ts';

/**
 * Creates the sessions of this node: stored in the database, cached while the node is notified of every end and change.
 * Notices missed during a lost connection are read afterwards.
 */
export function createSessions({
  database,
  notifications,
  log,
}: {
  database: Database;
  notifications: Notifications;
  log: Logger;
}): WatchedSessions {
  const unknownTokens = createUnknownTokens();
  const stopSweeper = startSessionSweeper(database, log);
  const cache = createSessionCache({
    isReliable: () => notices.alive,
    isEnding: (sessionId) => isEnding(database, sessionId),
    async read(tokenHash) {
      const found = await store.findSession(database, tokenHash);
      if (!found) return null;
      if (found.unseen) await store.touchSession(database, found.session.id);
      notices.watch(found.session.id);
      return found.session;
    },
  });
  const notices = createSessionNotices(
    { database, notifications, log },
    { forget: (sessionIds) => cache.forget(sessionIds), forgetAll: () => cache.clear() },
  );

  return {
    get current() {
      return notices.current;
    },
    onCurrent: notices.onCurrent,
    onEnd: notices.onEnd,
    onChange: notices.onChange,
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
      stopSweeper();
      await notices.close();
    },
  };
}

const maxIntervalMs = 60_000;
const minIntervalMs = 250;

/**
 * Deletes expired sessions, tickets and attempts, each time the next session expires. Returns a function that stops it.
 */
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
