import { CodedError, type Area, type Manifest } from '#kernel/contract/index.ts';
import type { Effects, ServerContext } from '../api/index.ts';
import { pauseAfter } from '../concurrency/retry.ts';
import { isRepeatable, isUnavailable } from '../database/pool/errors.ts';
import type { BatchEnd, BatchProgress, BatchStore } from './batch-store.ts';

/** Milliseconds after which a run ends, so that a stopping server does not wait for a long job. */
const sliceMs = 4000;

/** Minimum milliseconds between two announcements of a job's progress. */
const announceMs = 500;

/**
 * Maximum number of attempts at one item. A timeout, a deadlock or unavailable storage may be temporary, so such an item is
 * retried for more than five minutes; an unknown error is more likely caused by the item itself.
 */
const maxAttempts = { temporary: 6, unknown: 3 };

/** The pauses between the attempts at one item: 1, 4, 16, 64 and 256 s. Other items are processed during them. */
const pauses = { delayMs: 1000, factor: 4, maxDelayMs: 256_000 };

/** A clock in milliseconds that does not follow changes of the system clock. */
const monotonic = () => performance.now();

/** The state of a node's bulk jobs between runs. */
export interface BatchMemory {
  /** The number of failures of an item, by job and subject. */
  readonly attempts: Map<string, number>;
  /** When an item that failed is tried again, by job and subject, in milliseconds of `now`; absent: at once. */
  readonly retryAt?: Map<string, number>;
  /** The time of the last announcement of a job, by its id, in milliseconds of `now`. */
  readonly announced: Map<number, number>;
  /** The id of the job that was processed last. */
  lastId: number;
  /** A monotonic clock in milliseconds; `performance.now()` by default. */
  readonly now?: () => number;
}

/** Creates the memory of a node that has just started. */
export function createBatchMemory(now: () => number = monotonic): BatchMemory {
  return {
    attempts: new Map(),
    retryAt: new Map(),
    announced: new Map(),
    lastId: 0,
    now,
  };
}

/** The items of a job that wait for another attempt. */
function waitingOf({ retryAt, now = monotonic }: BatchMemory, batchId: number): number[] {
  const moment = now();
  return [...(retryAt ?? [])].flatMap(([key, at]) => {
    const [batch, subject] = key.split('/').map(Number);
    return batch === batchId && subject !== undefined && at > moment ? subject : [];
  });
}

/** Forgets the failures of an item. */
function forgetItem({ attempts, retryAt }: BatchMemory, key: string): void {
  attempts.delete(key);
  retryAt?.delete(key);
}

/** Forgets all jobs: if none is running, those in memory were ended elsewhere. */
function forgetBatches({ attempts, retryAt, announced }: BatchMemory): void {
  attempts.clear();
  retryAt?.clear();
  announced.clear();
}

/** A kind of bulk job of a plugin, and its action on each item. */
export interface BatchKind<M extends Manifest, Batch> {
  readonly store: BatchStore;
  /** Reads a running job; null if it has ended. */
  read(batchId: number): Promise<Batch | null>;
  /** The admin whom the audit log names as the author; the server itself if absent. */
  authorOf?(batch: Batch): number;
  /** Called before each item: returns the author's current area for this action; null stops the job. */
  areaOf(batch: Batch): Promise<Area | null>;
  /**
   * Processes one item in the transaction that marks it as done; returns the id of the result. A coded error is
   * recorded as the problem of the item.
   */
  perform(effects: Effects<M>, item: { batch: Batch; subjectId: number; area: Area }): Promise<number>;
  /** Reports the progress of a job to its author. */
  announce(effects: Effects<M>, batch: Batch, progress: BatchProgress): Promise<void> | void;
  /** Called in the transaction that ends a job. */
  finish(effects: Effects<M>, batch: Batch, state: BatchEnd): Promise<void>;
  /** Classifies an error: its code, and whether a retry would fail too (`isSure`); null for the default. */
  problemOf?(error: unknown): { readonly code: string; readonly isSure: boolean } | null;
}

/**
 * Processes bulk jobs for a while, one item of each in turn. Each item and its row of the job are one transaction:
 * items that a killed server has not committed are processed in the next run, on any node, and none twice. `signal` ends
 * the run after the current item.
 */
export async function runBatches<M extends Manifest, Batch>(
  context: ServerContext<M>,
  kind: BatchKind<M, Batch>,
  memory: BatchMemory,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + sliceMs;
  /** The jobs, since the last processed item, whose remaining items all wait for another attempt. */
  const waiting = new Set<number>();
  while (performance.now() < end && !signal.aborted) {
    const batchId = await kind.store.nextRunning(context.database, memory.lastId);
    if (batchId === null) forgetBatches(memory);
    if (batchId === null || waiting.has(batchId)) return;
    memory.lastId = batchId;
    if (await doNext(context, kind, memory, batchId)) waiting.clear();
    else waiting.add(batchId);
  }
}

/** Processes the next item of a job, or ends the job; false if its remaining items wait for another attempt. */
async function doNext<M extends Manifest, Batch>(
  context: ServerContext<M>,
  kind: BatchKind<M, Batch>,
  memory: BatchMemory,
  id: number,
): Promise<boolean> {
  const batch = await kind.read(id);
  if (batch === null) return true;
  const waiting = waitingOf(memory, id);
  const subjectId = await kind.store.nextItem(context.database, id, waiting);
  if (subjectId === null && waiting.length > 0) return false;
  const running = { id, batch };
  const area = subjectId === null ? null : await kind.areaOf(batch);
  if (subjectId === null) await finishBatch(context, kind, memory, running, 'done');
  // Checked for each item, so that an author who loses the right cannot continue.
  else if (area === null) await finishBatch(context, kind, memory, running, 'stopped');
  else await doItem(context, kind, memory, { ...running, subjectId, area });
  return true;
}

interface Running<Batch> {
  readonly id: number;
  readonly batch: Batch;
}

async function finishBatch<M extends Manifest, Batch>(
  context: ServerContext<M>,
  kind: BatchKind<M, Batch>,
  memory: BatchMemory,
  { id, batch }: Running<Batch>,
  state: BatchEnd,
): Promise<void> {
  await context.transaction(
    async (effects) => {
      if (!(await kind.store.end(effects.database, id, state))) return;
      await kind.finish(effects, batch, state);
      await kind.announce(effects, batch, await kind.store.readProgress(effects.database, id));
    },
    authorOf(kind, batch),
  );
  memory.announced.delete(id);
}

async function doItem<M extends Manifest, Batch>(
  context: ServerContext<M>,
  kind: BatchKind<M, Batch>,
  memory: BatchMemory,
  { id, batch, subjectId, area }: Running<Batch> & { readonly subjectId: number; readonly area: Area },
): Promise<void> {
  const { store } = kind;
  const { attempts, retryAt, announced, now: clock = monotonic } = memory;
  const key = `${id}/${subjectId}`;
  // Without a kill, the attempts in memory end it before.
  const counted = await store.countAttempt?.(context.database, id, subjectId);
  if (counted !== undefined && counted > maxAttempts.temporary) {
    context.log.error(
      { batch: id, subject: subjectId },
      'an item of a bulk job was given up after several attempts',
    );
    await failItem(context, store, { id, subjectId, problem: 'internal' });
    return forgetItem(memory, key);
  }
  try {
    await context.transaction(
      async (effects) => {
        const { database } = effects;
        if (!(await store.lockItem(database, id, subjectId))) return;
        const result = await kind.perform(effects, { batch, subjectId, area });
        await store.finishItem(database, id, subjectId, { result });
        const now = clock();
        if (now - (announced.get(id) ?? -Infinity) < announceMs) return;
        announced.set(id, now);
        await kind.announce(effects, batch, await store.readProgress(database, id));
      },
      authorOf(kind, batch),
    );
  } catch (error) {
    const attempt = (attempts.get(key) ?? 0) + 1;
    const problem = kind.problemOf?.(error) ?? problemOf(error);
    if (!problem.isSure && attempt < (isTemporary(error) ? maxAttempts.temporary : maxAttempts.unknown)) {
      attempts.set(key, attempt);
      retryAt?.set(key, clock() + pauseAfter(attempt, pauses));
      throw error;
    }
    if (problem.code === 'internal') context.log.error({ err: error }, 'an item of a bulk job failed');
    await failItem(context, store, { id, subjectId, problem: problem.code });
  }
  forgetItem(memory, key);
}

/** Reports an item as failed. If the database is unavailable, this fails too: the item stays, and is retried. */
async function failItem<M extends Manifest>(
  context: ServerContext<M>,
  store: BatchStore,
  { id, subjectId, problem }: { readonly id: number; readonly subjectId: number; readonly problem: string },
): Promise<void> {
  await context.transaction(async ({ database }) => {
    if (await store.lockItem(database, id, subjectId))
      await store.finishItem(database, id, subjectId, { problem });
  });
}

/** Whether an error is not caused by its item: the database or storage is unavailable, or another transaction interfered. */
function isTemporary(error: unknown): boolean {
  return isUnavailable(error) || isRepeatable(error);
}

function authorOf<M extends Manifest, Batch>(
  kind: BatchKind<M, Batch>,
  batch: Batch,
): { readonly adminId: number } | undefined {
  return kind.authorOf && { adminId: kind.authorOf(batch) };
}

/** The error code of a failed item, and whether a retry would fail as well. */
function problemOf(error: unknown): { readonly code: string; readonly isSure: boolean } {
  if (!(error instanceof CodedError) || isTemporary(error)) return { code: 'internal', isSure: false };
  return { code: error.code, isSure: true };
}
