import type { OwnCall } from './tell.ts';

const hour = 60 * 60 * 1000;
/** The oldest are forgotten beyond this; they are written down once more then. */
const mostRemembered = 20_000;

interface Reader {
  readonly audit: OwnCall['audit'];
  readonly ids: Set<number>;
}

/** What one server remembers; a second one in this process has a database of its own. */
interface ReadLog {
  readonly remembered: Map<string, { until: number; written: Promise<void> }>;
  /** Whoever comes while a write is under way, by session; they share the next one. */
  waiting: Map<number, Reader>;
  writing: Promise<void>;
  next: Promise<void> | null;
}

const logs = new WeakMap<object, ReadLog>();
const entry = { action: 'applications.read', subjectType: 'application' } as const;

/**
 * Writes to the audit log, before the answer goes out, that somebody has read personal data in the clear: once an hour for
 * an admin and an application. Readers of the same moment share one write, so that many at once cost little.
 */
export async function recordRead(call: OwnCall, applicationId: number): Promise<void> {
  const log = logOf(call.context);
  const key = `${call.viewer.id} ${applicationId}`;
  const known = log.remembered.get(key);
  if (known && known.until > Date.now()) return known.written;
  const written = enqueue(log, call, applicationId);
  remember(log.remembered, key, written);
  try {
    await written;
  } catch (error) {
    log.remembered.delete(key);
    throw error;
  }
}

function enqueue(log: ReadLog, { sessionId, audit }: OwnCall, applicationId: number): Promise<void> {
  const reader = log.waiting.get(sessionId) ?? { audit, ids: new Set() };
  reader.ids.add(applicationId);
  log.waiting.set(sessionId, reader);
  if (!log.next) {
    log.next = log.writing.then(
      () => writeDown(log),
      () => writeDown(log),
    );
    log.writing = log.next;
  }
  return log.next;
}

async function writeDown(log: ReadLog): Promise<void> {
  const readers = [...log.waiting.values()];
  log.waiting = new Map();
  log.next = null;
  await Promise.all(
    readers.map(({ audit, ids }) => {
      const [only = null] = ids;
      return ids.size > 1
        ? audit({ ...entry, subjectId: null, details: { ids: [...ids] } })
        : audit({ ...entry, subjectId: only });
    }),
  );
}

function logOf(context: object): ReadLog {
  let log = logs.get(context);
  if (!log) {
    log = { remembered: new Map(), waiting: new Map(), writing: Promise.resolve(), next: null };
    logs.set(context, log);
  }
  return log;
}

function remember(remembered: ReadLog['remembered'], key: string, written: Promise<void>): void {
  remembered.delete(key);
  remembered.set(key, { until: Date.now() + hour, written });
  if (remembered.size <= mostRemembered) return;
  const [oldest] = remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
}
