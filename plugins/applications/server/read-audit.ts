import { fail } from '#kernel/contract/index.ts';
import type { OwnCall } from './notify.ts';

const hour = 60 * 60 * 1000;
/** Reads are collected for so long. */
const batchMs = 100;
/** Beyond this the oldest are forgotten, and then audited once more. */
const maxRemembered = 20_000;
/** While so many could not be written, applications are not shown. */
const maxPending = 2000;

interface Reader {
  readonly audit: OwnCall['audit'];
  readonly ids: Set<number>;
}

/** The state of one server; a second server in this process has a database of its own. */
interface ReadLog {
  /** Until when an admin's further reads of an application need no entry. */
  readonly remembered: Map<string, number>;
  /** Reads that are not written yet, by session. */
  readonly pending: Map<number, Reader>;
  size: number;
  timer: NodeJS.Timeout | null;
  writing: Promise<void>;
}

const logs = new Map<object, ReadLog>();
const entry = { action: 'applications.read', subjectType: 'application' } as const;

/**
 * Audits that an admin has read personal data in the clear, once an hour for each application. Reads are collected for a
 * tenth of a second and written together; failed writes are retried, and throws `unavailable` while too many are pending.
 */
export function recordRead(call: OwnCall, applicationId: number): void {
  const log = logOf(call.context);
  const key = `${call.viewer.id} ${applicationId}`;
  const now = Date.now();
  if ((log.remembered.get(key) ?? 0) > now) return;
  if (log.size >= maxPending) throw fail('unavailable', { retryAfter: 5 });
  const reader = log.pending.get(call.sessionId) ?? { audit: call.audit, ids: new Set() };
  reader.ids.add(applicationId);
  log.pending.set(call.sessionId, reader);
  log.size++;
  remember(log.remembered, key, now + hour);
  schedule(log);
}

/** Writes the pending reads, before the database is closed. */
export async function flushReads(): Promise<void> {
  const open = [...logs.values()];
  logs.clear();
  await Promise.all(
    open.map(async (log) => {
      if (log.timer) clearTimeout(log.timer);
      await log.writing;
      await writePending(log);
    }),
  );
}

function schedule(log: ReadLog): void {
  log.timer ??= setTimeout(() => {
    log.writing = writePending(log).then(() => {
      log.timer = null;
      if (log.pending.size > 0) schedule(log);
    });
  }, batchMs);
}

async function writePending(log: ReadLog): Promise<void> {
  const readers = [...log.pending];
  log.pending.clear();
  log.size = 0;
  await Promise.all(
    readers.map(async ([sessionId, { audit, ids }]) => {
      const [only = null] = ids;
      try {
        if (ids.size === 1) await audit({ ...entry, subjectId: only });
        else await audit({ ...entry, subjectId: null, details: { ids: [...ids] } });
      } catch {
        // The database is down, which every other call reports; the reads are kept until it is back.
        const again = log.pending.get(sessionId) ?? { audit, ids: new Set<number>() };
        for (const id of ids) again.ids.add(id);
        log.pending.set(sessionId, again);
        log.size += ids.size;
      }
    }),
  );
}

function logOf(context: object): ReadLog {
  let log = logs.get(context);
  if (!log) {
    log = { remembered: new Map(), pending: new Map(), size: 0, timer: null, writing: Promise.resolve() };
    logs.set(context, log);
  }
  return log;
}

function remember(remembered: Map<string, number>, key: string, until: number): void {
  remembered.delete(key);
  remembered.set(key, until);
  if (remembered.size <= maxRemembered) return;
  const [oldest] = remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
}
