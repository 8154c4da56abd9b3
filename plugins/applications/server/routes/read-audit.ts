import { fail } from '#kernel/plugin-api/contract.ts';
import { hourMs } from '#kernel/domain/text/dates.ts';
import type { OwnCall } from '../core/notify.ts';

/** The time for which reads are collected, in milliseconds. */
const batchMs = 100;
/** Beyond this the oldest entries are dropped, and their reads audited once more. */
const maxRemembered = 20_000;
/** From this number of unwritten reads on, applications are not shown. */
const maxPending = 2000;

const entry = { action: 'applications.read', subjectType: 'application' } as const;

interface Reader {
  readonly audit: OwnCall['audit'];
  readonly ids: Set<number>;
}

/** Audits who reads which application; created by {@link createReadAudit}. */
export interface ReadAudit {
  /** Records that a caller reads an application; throws `unavailable` while too many reads are pending. */
  record(call: OwnCall, applicationId: number): void;
  /** Writes the pending reads, before the database is closed; throws if it cannot. */
  flush(): Promise<void>;
}

/**
 * Creates the audit of unmasked reads of personal data: one entry per hour for each admin and application.
 * Reads are collected for 100 ms and written together; failed writes are retried.
 */
export function createReadAudit(): ReadAudit {
  /** When an admin's next read of an application is audited again, as `performance.now()`: a clock set back must hide no reads. */
  const remembered = new Map<string, number>();
  const batch = createBatch();
  return {
    record(call, applicationId) {
      const key = `${call.viewer.id} ${applicationId}`;
      const now = performance.now();
      if ((remembered.get(key) ?? 0) > now) return;
      if (batch.size() >= maxPending) throw fail('unavailable', { retryAfter: 5 });
      batch.add(call.sessionId, call.audit, [applicationId]);
      remember(remembered, key, now + hourMs);
    },
    async flush() {
      remembered.clear();
      await batch.flush();
    },
  };
}

/** Collects reads by session and writes them together; failed ones stay for the next attempt. */
function createBatch() {
  const pending = new Map<number, Reader>();
  let size = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  function collect(sessionId: number, audit: OwnCall['audit'], ids: Iterable<number>): void {
    const reader = pending.get(sessionId) ?? { audit, ids: new Set() };
    for (const id of ids) {
      reader.ids.add(id);
      size++;
    }
    pending.set(sessionId, reader);
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      writing = writePending().then(() => {
        timer = null;
        if (pending.size > 0) schedule();
      });
    }, batchMs);
  }

  async function writePending(): Promise<void> {
    const readers = [...pending];
    pending.clear();
    size = 0;
    await Promise.all(
      readers.map(async ([sessionId, reader]) => {
        if (!(await isWritten(reader))) collect(sessionId, reader.audit, reader.ids);
      }),
    );
  }

  return {
    size: () => size,
    add(...read: Parameters<typeof collect>): void {
      collect(...read);
      schedule();
    },
    async flush(): Promise<void> {
      if (timer) clearTimeout(timer);
      timer = null;
      await writing;
      await writePending();
      if (size > 0) throw new Error(`${size} reads of applications could not be audited`);
    },
  };
}

/** Writes the entry for an admin's reads; false if the database is down, which every other call reports. */
async function isWritten({ audit, ids }: Reader): Promise<boolean> {
  const [only = null] = ids;
  try {
    if (ids.size === 1) await audit({ ...entry, subjectId: only });
    else await audit({ ...entry, subjectId: null, details: { ids: [...ids] } });
    return true;
  } catch {
    return false;
  }
}

function remember(remembered: Map<string, number>, key: string, until: number): void {
  remembered.delete(key);
  remembered.set(key, until);
  if (remembered.size <= maxRemembered) return;
  const [oldest] = remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
}
