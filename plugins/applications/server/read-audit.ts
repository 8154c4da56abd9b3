import { fail } from '#kernel/contract/index.ts';
import type { OwnCall } from './notify.ts';

const hour = 60 * 60 * 1000;
/** Milliseconds for which reads are gathered. */
const gathering = 100;
/** The oldest are forgotten beyond this; they are written down once more then. */
const mostRemembered = 20_000;
/** With so many that could not be written, nothing more is shown. */
const mostWaiting = 2000;

interface Reader {
  readonly audit: OwnCall['audit'];
  readonly ids: Set<number>;
}

/** What one server remembers; a second one in this process has a database of its own. */
interface ReadLog {
  /** Until when a reader and an application need no second entry. */
  readonly remembered: Map<string, number>;
  /** What is not yet written, by session. */
  readonly waiting: Map<number, Reader>;
  size: number;
  timer: NodeJS.Timeout | null;
  writing: Promise<void>;
}

const logs = new Map<object, ReadLog>();
const entry = { action: 'applications.read', subjectType: 'application' } as const;

/**
 * Notes for the audit log that somebody has read personal data in the clear: once an hour for an admin and an application.
 * Reads are gathered for a tenth of a second, so that they cost little; what cannot be written is tried again, and where
 * much has piled up the application is not shown.
 */
export function recordRead(call: OwnCall, applicationId: number): void {
  const log = logOf(call.context);
  const key = `${call.viewer.id} ${applicationId}`;
  const now = Date.now();
  if ((log.remembered.get(key) ?? 0) > now) return;
  if (log.size >= mostWaiting) throw fail('unavailable', { retryAfter: 5 });
  const reader = log.waiting.get(call.sessionId) ?? { audit: call.audit, ids: new Set() };
  reader.ids.add(applicationId);
  log.waiting.set(call.sessionId, reader);
  log.size++;
  remember(log.remembered, key, now + hour);
  schedule(log);
}

/** Writes down what is gathered, before the database is closed. */
export async function flushReads(): Promise<void> {
  const open = [...logs.values()];
  logs.clear();
  await Promise.all(
    open.map(async (log) => {
      if (log.timer) clearTimeout(log.timer);
      await log.writing;
      await writeDown(log);
    }),
  );
}

function schedule(log: ReadLog): void {
  log.timer ??= setTimeout(() => {
    log.writing = writeDown(log).then(() => {
      log.timer = null;
      if (log.waiting.size > 0) schedule(log);
    });
  }, gathering);
}

async function writeDown(log: ReadLog): Promise<void> {
  const readers = [...log.waiting];
  log.waiting.clear();
  log.size = 0;
  await Promise.all(
    readers.map(async ([sessionId, { audit, ids }]) => {
      const [only = null] = ids;
      try {
        if (ids.size === 1) await audit({ ...entry, subjectId: only });
        else await audit({ ...entry, subjectId: null, details: { ids: [...ids] } });
      } catch {
        // The database is away, and says so in every other call; the reads are kept until it is back.
        const again = log.waiting.get(sessionId) ?? { audit, ids: new Set<number>() };
        for (const id of ids) again.ids.add(id);
        log.waiting.set(sessionId, again);
        log.size += ids.size;
      }
    }),
  );
}

function logOf(context: object): ReadLog {
  let log = logs.get(context);
  if (!log) {
    log = { remembered: new Map(), waiting: new Map(), size: 0, timer: null, writing: Promise.resolve() };
    logs.set(context, log);
  }
  return log;
}

function remember(remembered: Map<string, number>, key: string, until: number): void {
  remembered.delete(key);
  remembered.set(key, until);
  if (remembered.size <= mostRemembered) return;
  const [oldest] = remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
}
