import type { Session } from '#kernel/server/services/ports.ts';

const lifetimeMs = 5000;
const maxEntries = 10_000;

/** Caches the sessions of recently used tokens, so that most calls need no query. */
export interface SessionCache {
  /** The session of a token hash, from memory or the database; concurrent calls share one read. */
  find(tokenHash: Buffer): Promise<Session | null>;
  /** The session of a token hash from memory; null if it has to be read. */
  peek(tokenHash: Buffer): Session | null;
  /** Drops sessions that ended or changed; reads that began before are not cached. */
  forget(sessionIds: readonly number[]): void;
  clear(): void;
}

/** Creates a cache that is used only while `isReliable` says that this node is notified of every change. */
// Over 60 lines: its short functions share the entries, the reads under way and the generation.
export function createSessionCache({
  read,
  isReliable,
  isEnding,
}: {
  read: (tokenHash: Buffer) => Promise<Session | null>;
  isReliable: () => boolean;
  isEnding: (sessionId: number) => boolean;
}): SessionCache {
  const entries = new Map<string, { readonly session: Session; readonly expiresAt: number }>();
  const reads = new Map<string, { readonly generation: number; readonly result: Promise<Session | null> }>();
  /** Incremented with every change, so that results read before it are not cached. */
  let generation = 0;

  async function readAndCache(tokenHash: Buffer, key: string): Promise<Session | null> {
    const startedIn = generation;
    const session = await read(tokenHash);
    if (session && isReliable() && startedIn === generation && !isEnding(session.id)) {
      if (entries.size >= maxEntries) entries.clear();
      entries.set(key, { session, expiresAt: performance.now() + lifetimeMs });
    }
    return session;
  }

  /** Joins a read that is under way, unless a session has ended since it began. */
  async function readShared(tokenHash: Buffer, key: string): Promise<Session | null> {
    const current = reads.get(key);
    if (current?.generation === generation && isReliable()) {
      const session = await current.result;
      if (current.generation !== generation) return readShared(tokenHash, key);
      return session && isEnding(session.id) ? readAndCache(tokenHash, key) : session;
    }
    const own = { generation, result: readAndCache(tokenHash, key) };
    reads.set(key, own);
    try {
      return await own.result;
    } finally {
      if (reads.get(key) === own) reads.delete(key);
    }
  }

  function peek(tokenHash: Buffer): Session | null {
    const key = tokenHash.toString('base64');
    const entry = isReliable() ? entries.get(key) : undefined;
    if (entry && entry.expiresAt > performance.now() && !isEnding(entry.session.id)) return entry.session;
    entries.delete(key);
    return null;
  }

  return {
    peek,
    async find(tokenHash) {
      return peek(tokenHash) ?? readShared(tokenHash, tokenHash.toString('base64'));
    },
    forget(sessionIds) {
      generation++;
      for (const [key, { session }] of entries) if (sessionIds.includes(session.id)) entries.delete(key);
    },
    clear() {
      generation++;
      entries.clear();
    },
  };
}
