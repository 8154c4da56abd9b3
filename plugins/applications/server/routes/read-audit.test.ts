import { expect, test, vi } from 'vitest';
import type { AuditEntry } from '#kernel/plugin-api/server.ts';
import type { OwnCall } from '../core/notify.ts';
import { createReadAudit } from './read-audit.ts';

/** A call of an admin, of which only these fields are used, and the entries that it has written. */
function callOf(audit: (entry: AuditEntry) => Promise<void>) {
  return { viewer: { id: 1 }, sessionId: 7, audit } as unknown as OwnCall & { readonly sessionId: number };
}

test('a clock that is set changes nothing about when a further read is audited', async () => {
  const audit = vi.fn<(entry: AuditEntry) => Promise<void>>(async () => undefined);
  const readAudit = createReadAudit();
  readAudit.record(callOf(audit), 5);
  await vi.waitFor(() => expect(audit).toHaveBeenCalledTimes(1));
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    readAudit.record(callOf(audit), 5);
  } finally {
    vi.useRealTimers();
  }
  readAudit.record(callOf(audit), 6);
  await readAudit.flush();
  expect(audit.mock.calls.map(([{ subjectId }]) => subjectId)).toEqual([5, 6]);
});

test('reads that cannot be written before the end are reported', async () => {
  const readAudit = createReadAudit();
  readAudit.record(
    callOf(() => Promise.reject(new Error('no connection'))),
    5,
  );
  await expect(readAudit.flush()).rejects.toThrow('1 reads of applications could not be audited');
});
