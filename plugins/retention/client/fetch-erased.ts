import { invalidateReads, readStored, send, writeStored } from '#kernel/plugin-api/client.ts';
import { createSerialQueue } from '#kernel/domain/values/serial-queue.ts';
import type { ErasedSince } from '../contract.ts';
import { deleteStoredData, hasStored } from './delete-data.ts';

/** The storage key of the browser's last cursor, shared by all of its users. */
const cursorKey = 'retention-erased';

/**
 * The last cursor of this page: another page of the browser may have stored a later one, but has deleted only
 * its own memory's data.
 */
let lastCursor: string | null = null;

const requests = createSerialQueue();

/**
 * Requests the erasures that this browser has missed, and deletes the data. Failures are retried the next
 * time: the cursor moves only once everything before it is deleted.
 */
export function fetchErased(): Promise<void> {
  return requests(deleteMissed).catch(() => undefined);
}

async function deleteMissed(): Promise<void> {
  lastCursor ??= readCursor();
  if (lastCursor === null && !(await hasStored())) {
    const { cursor, age } = await read('latest');
    // Checked only now: data stored before the response, or read by this page, may be about a person that the
    // response omits.
    if (!(await hasStored()) && !mayHaveRead(age)) return remember(cursor);
  }
  let isInReads = false;
  try {
    for (let hasMore = true; hasMore;) {
      const { cursor, more, age, ...erased } = await read(lastCursor);
      if (age !== null) {
        isInReads ||= mayHaveRead(age);
        await deleteStoredData(erased);
      }
      hasMore = more && cursor !== lastCursor;
      remember(cursor);
    }
  } finally {
    // Not if the page was opened later: it would close dialogs needlessly.
    if (isInReads) await invalidateReads();
  }
}

/** The maximum number of seconds between the recorded time of an erasure and its commit. */
const marginSeconds = 1;

/** Whether this page is older than an erasure, by its age in seconds. */
function mayHaveRead(age: number | null): boolean {
  return age !== null && age <= pageAge() + marginSeconds;
}

/** Seconds since the page was opened, including those in which the computer slept. */
function pageAge(): number {
  return Math.max(performance.now(), Date.now() - performance.timeOrigin) / 1000;
}

function read(after: string | null): Promise<ErasedSince> {
  return send<ErasedSince>('GET', `retention/erased${after === null ? '' : `?after=${after}`}`);
}

function remember(cursor: string | null): void {
  if (cursor === null || cursor === lastCursor) return;
  lastCursor = cursor;
  writeStored(cursorKey, cursor);
}

/** The format of the server's cursors: random UUIDs. */
const cursorShape = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** The stored cursor; an invalid one would be rejected each time, and no erasure would be listed. */
function readCursor(): string | null {
  const stored = readStored(cursorKey);
  return stored !== null && cursorShape.test(stored) ? stored : null;
}
