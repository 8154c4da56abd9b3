import { CodedError, type Area, type Manifest } from '#kernel/contract/index.ts';
import type { Effects, ServerContext } from '../api/index.ts';
import { isRepeatable, isUnavailable } from '../database/pool/errors.ts';
import type { BatchEnd, BatchProgress, BatchStore } from './batch-store.ts';

/** Milliseconds after which a run ends, so that a stopping server does not wait for a long job. */
const turnMs = 4000;

/** Minimum milliseconds between two announcements of a job's progress. */
const announceMs = 500;

/** Maximum number of attempts after unknown errors, so that one item does not block those that follow. */
const maxAttempts = 3;

/** The state of a node's bulk jobs between runs. */
export interface BatchMemory {
  isStopping: boolean;
  /** The number of failures of an item, by job and subject. */
  readonly attempts: Map<string, number>;
  /** The time of the last announcement of a job, by its id, as `performance.now()`. */
  readonly announced: Map<number, number>;
  /** The id of the job that was processed last. */
  lastId: number;
}

/** Creates the memory of a node that has just started. */
export function createBatchMemory(): BatchMemory {
  return { isStopping: false, attempts: new Map(), announced: new Map(), lastId: 0 };
}

/** A kind of bulk job of a plugin, and its action on each item. */
export interface BatchKind<M extends Manifest, Batch> {
  readonly store: BatchStore;
  /** Reads a running job; null if it has ended. */
  read(batchId: number): Promise<Batch | null>;
  /** The admin whose work it is in the audit log; without it, it is that of the server. */
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
 * items that a killed server has not committed are processed in the next run, on any node, and none twice.
 */
export async function runBatches<M extends Manifest, Batch>(
  context: ServerContext<M>,
  kind: BatchKind<M, Batch>,
  memory: BatchMemory,
): Promise<void> {
  const { database } = context;
  const end = performance.now() + turnMs;
  while (performance.now() < end && !memory.isStopping) {
    const batchId = await kind.store.nextRunning(database, memory.lastId);
    if (batchId === null) return;
    memory.lastId = batchId;
    const batch = await kind.read(batchId);
    if (batch === null) continue;
    const running = { id: batchId, batch };
    const subjectId = await kind.store.nextItem(database, batchId);
    const area = subjectId === null ? null : await kind.areaOf(batch);
    if (subjectId === null) await finishBatch(context, kind, memory, running, 'done');
    // Checked for each item, so that an author who loses the right cannot continue.
    else if (area === null) await finishBatch(context, kind, memory, running, 'stopped');
    else await doItem(context, kind, memory, { ...running, subjectId, area });
  }
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
  const { attempts, announced } = memory;
  const key = `${id}/${subjectId}`;
  try {
    await context.transaction(
      async (effects) => {
        const { database } = effects;
        if (!(await store.lockItem(database, id, subjectId))) return;
        const result = await kind.perform(effects, { batch, subjectId, area });
        await store.finishItem(database, id, subjectId, { result });
        const now = performance.now();
        if (now - (announced.get(id) ?? -Infinity) < announceMs) return;
        announced.set(id, now);
        await kind.announce(effects, batch, await store.readProgress(database, id));
      },
      authorOf(kind, batch),
    );
    attempts.delete(key);
  } catch (error) {
    // An unavailable database affects all items: the job runs again later.
    if (isUnavailable(error) || isRepeatable(error)) throw error;
    const attempt = (attempts.get(key) ?? 0) + 1;
    const problem = kind.problemOf?.(error) ?? problemOf(error);
    if (!problem.isSure && attempt < maxAttempts) {
      attempts.set(key, attempt);
      throw error;
    }
    attempts.delete(key);
    if (problem.code === 'internal') context.log.error({ err: error }, 'an item of a bulk job failed');
    await context.transaction(async ({ database }) => {
      if (await store.lockItem(database, id, subjectId))
        await store.finishItem(database, id, subjectId, { problem: problem.code });
    });
  }
}

function authorOf<M extends Manifest, Batch>(
  kind: BatchKind<M, Batch>,
  batch: Batch,
): { readonly adminId: number } | undefined {
  return kind.authorOf && { adminId: kind.authorOf(batch) };
}

/** The error code of a failed item, and whether a retry would fail as well. */
function problemOf(error: unknown): { readonly code: string; readonly isSure: boolean } {
  if (!(error instanceof CodedError)) return { code: 'internal', isSure: false };
  return { code: error.code, isSure: true };
}
