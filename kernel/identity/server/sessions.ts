import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { fail } from '#kernel/contract/index.ts';
import { listenTo } from '#kernel/server/database/notifications/listen.ts';
import type { Database } from '#kernel/server/plugins/api/index.ts';
import type { Session, SessionEndReason, Sessions } from '#kernel/server/services/ports.ts';
import { sweepAttempts } from './attempts.ts';
import { isEnding, markEnding } from './ending-sessions.ts';
import { sweepTickets } from './second-factor/tickets.ts';
import * as rows from './session-store.ts';
import { hashToken, isToken } from './token.ts';

const freshFor = 5_000;
const mostCached = 10_000;
const longestWait = 60_000;
const shortestWait = 250;
const retryCatchUp = 500;

interface CachedSession {
  readonly session: Session;
  readonly until: number;
}

/**
 * Sessions in the database, with a cache that makes a read cost no query. The cache is used only while this node hears the
 * end of every session; an entry is never older than five seconds.
 */
export function createSessions({
  database,
  pool,
  log,
}: {
  database: Database;
  /** The pool whose settings the listening connection takes. */
  pool: Pool;
  log: Logger;
}): Sessions {
  const cache = new Map<string, CachedSession>();
  /** Sessions that are being read at the moment, so that of many calls with one token one alone asks the database. */
  const looking = new Map<string, { readonly heard: number; readonly found: Promise<Session | null> }>();
  /** Sessions seen on this node whose end it has not heard of yet. */
  const alive = new Set<number>();
  const listeners: Parameters<Sessions['onEnd']>[0][] = [];
  const changeListeners: Parameters<Sessions['onChange']>[0][] = [];
  /** Counts the ends heard, so that an answer read before one is not cached after it. */
  let ends = 0;
  /** Counts the times that the listening began, so that a look at what was missed counts for its own time only. */
  let starts = 0;
  let closed = false;
  let current = false;
  const currentListeners: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function forget(sessionIds: readonly number[]): void {
    ends++;
    for (const [key, { session }] of cache) if (sessionIds.includes(session.id)) cache.delete(key);
  }

  function announce(sessionIds: readonly number[], reason: SessionEndReason | null = null): void {
    if (sessionIds.length === 0) return;
    forget(sessionIds);
    for (const id of sessionIds) alive.delete(id);
    for (const listener of listeners) listener(sessionIds, reason);
  }

  function announceChange(sessionIds: readonly number[]): void {
    if (sessionIds.length === 0) return;
    forget(sessionIds);
    for (const listener of changeListeners) listener(sessionIds);
  }

  const listening = listenTo({
    pool,
    channel: 'komak_session',
    log,
    onStart: () => {
      starts++;
      void catchUp();
    },
    onLoss: () => {
      current = false;
      ends++;
      cache.clear();
    },
    onMessage(payload) {
      const { ended, changed, reason } = readNotice(payload);
      announce(ended, reason);
      announceChange(changed);
    },
  });

  /** Ends and changes may have been missed while nobody listened. */
  async function catchUp(): Promise<void> {
    const heard = starts;
    try {
      if (alive.size > 0) {
        announce(await rows.findEndedSessions(database, [...alive]));
        announceChange([...alive]);
      }
    } catch (error) {
      log.warn({ err: error }, 'could not look for sessions that ended meanwhile');
      setTimeout(() => heard === starts && void catchUp(), retryCatchUp).unref();
      return;
    }
    if (!listening.alive || heard !== starts) return;
    current = true;
    for (const listener of currentListeners) listener();
  }

  async function sweep(): Promise<void> {
    let wait: number = longestWait;
    try {
      wait = (await rows.sweepSessions(database)) ?? longestWait;
      await sweepAttempts(database);
      await sweepTickets(database);
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'could not clear away sessions that ran out');
    }
    const bounded = Math.min(longestWait, Math.max(shortestWait, wait));
    if (!closed) timer = setTimeout(() => void sweep(), bounded).unref();
  }
  timer = setTimeout(() => void sweep(), shortestWait).unref();

  async function look(tokenHash: Buffer, key: string): Promise<Session | null> {
    const heard = ends;
    const found = await rows.findSession(database, tokenHash);
    if (!found) return null;
    if (found.unseen) await rows.touchSession(database, found.session.id);
    alive.add(found.session.id);
    if (listening.alive && heard === ends && !isEnding(database, found.session.id)) {
      if (cache.size >= mostCached) cache.clear();
      cache.set(key, { session: found.session, until: performance.now() + freshFor });
    }
    return found.session;
  }

  /** As good as the cache, and as strict: what was asked before the end of a session was heard of is asked again after it. */
  async function lookTogether(tokenHash: Buffer, key: string): Promise<Session | null> {
    const former = looking.get(key);
    if (former?.heard === ends && listening.alive) {
      const session = await former.found;
      if (former.heard !== ends) return lookTogether(tokenHash, key);
      return session && isEnding(database, session.id) ? look(tokenHash, key) : session;
    }
    const own = { heard: ends, found: look(tokenHash, key) };
    looking.set(key, own);
    try {
      return await own.found;
    } finally {
      if (looking.get(key) === own) looking.delete(key);
    }
  }

  return {
    get current() {
      return current;
    },
    onCurrent(listener) {
      currentListeners.push(listener);
    },
    async find(token) {
      if (!isToken(token)) return null;
      const tokenHash = hashToken(token);
      const key = tokenHash.toString('base64');
      const cached = listening.alive ? cache.get(key) : undefined;
      if (cached && cached.until > performance.now() && !isEnding(database, cached.session.id))
        return cached.session;
      cache.delete(key);
      return lookTogether(tokenHash, key);
    },
    async open(adminId, origin) {
      const opened = await rows.openSession(database, adminId, origin);
      if (!opened) throw fail('unauthenticated');
      return opened;
    },
    async end(sessionId, within = database) {
      markEnding(within, await rows.deleteSession(within, sessionId));
    },
    async endAllOf(adminId, exceptSessionId, within) {
      markEnding(within, await rows.deleteSessionsOf(within, [adminId], exceptSessionId));
    },
    onEnd(listener) {
      listeners.push(listener);
    },
    onChange(listener) {
      changeListeners.push(listener);
    },
    async close() {
      closed = true;
      starts++;
      clearTimeout(timer);
      await listening.close();
    },
  };
}

const reasons: readonly SessionEndReason[] = ['rights', 'password', 'factor', 'closed', 'ended'];

function readNotice(payload: string): {
  ended: number[];
  changed: number[];
  reason: SessionEndReason | null;
} {
  const { ended, changed, reason } = JSON.parse(payload) as Record<string, unknown>;
  return {
    ended: Array.isArray(ended) ? ended.map(Number) : [],
    changed: Array.isArray(changed) ? changed.map(Number) : [],
    reason: reasons.find((known) => known === reason) ?? null,
  };
}
