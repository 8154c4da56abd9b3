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
  readonly remembered: Map<string, number>;
  waiting: Map<number, Reader>;
  /** The write that is under way, and the one that will follow it. */
  writing: Promise<void>;
  next: Promise<void> | null;
}

const logs = new WeakMap<object, ReadLog>();

/**
 * Writes to the audit log, before the answer goes out, that somebody has read personal data in the clear: once an hour for
 * an admin and an application. Readers of the same moment share one write, so that many at once cost little.
 */
export async function recordRead(call: OwnCall, applicationId: number): Promise<void> {
  const log = logOf(call.context);
  const key = `${call.viewer.id} ${applicationId}`;
  const now = Date.now();
  if ((log.remembered.get(key) ?? 0) > now) return;
  const reader = log.waiting.get(call.sessionId) ?? { audit: call.audit, ids: new Set() };
  reader.ids.add(applicationId);
  log.waiting.set(call.sessionId, reader);
  log.next ??= log.writing = log.writing.then(
    () => writeDown(log),
    () => writeDown(log),
  );
  await log.next;
  remember(log.remembered, key, now + hour);
}

function logOf(context: object): ReadLog {
  let log = logs.get(context);
  if (!log) {
    log = { remembered: new Map(), waiting: new Map(), writing: Promise.resolve(), next: null };
    logs.set(context, log);
  }
  return log;
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

const entry = { action: 'applications.read', subjectType: 'application' } as const;

function remember(remembered: Map<string, number>, key: string, until: number): void {
  remembered.delete(key);
  remembered.set(key, until);
  if (remembered.size <= mostRemembered) return;
  const [oldest] = remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
}
