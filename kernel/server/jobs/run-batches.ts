import { CodedError, type Area, type Manifest } from '#kernel/contract/index.ts';
import type { Effects, ServerContext } from '../api/index.ts';
import { isRepeatable, isUnavailable } from '../database/pool/errors.ts';
import type { BatchEnd, BatchProgress, BatchStore } from './batch-store.ts';

/** A turn ends after so long, so that a server that stops does not wait for a long job. */
const turnMs = 4000;

/** How often those who wait see how far it is. */
const announceMs = 500;

/** What fails for no known reason is tried so often: it does not hold up all that comes after it. */
const maxAttempts = 3;

/** What a node remembers of its bulk jobs between their turns. */
export interface BatchMemory {
  isStopping: boolean;
  /** How often an item has failed, by job and subject. */
  readonly attempts: Map<string, number>;
  /** When a job was announced last, by its id; by `performance.now()`. */
  readonly announced: Map<number, number>;
  /** The job that had its turn last. */
  lastId: number;
}

/** The memory of a node that has just started. */
export function createBatchMemory(): BatchMemory {
  return { isStopping: false, attempts: new Map(), announced: new Map(), lastId: 0 };
}

/** A bulk job of a plugin: what it is, and what is done with each item. */
export interface BatchKind<M extends Manifest, Batch> {
  readonly store: BatchStore;
  /** A job that is running; null where it has ended meanwhile. */
  read(batchId: number): Promise<Batch | null>;
  /** Asked before each item: the area in which the author may still do it; null stops the job. */
  areaOf(batch: Batch): Promise<Area | null>;
  /**
   * Does it with one item, in the transaction in which the item is marked as done; answers the id of what was made. A coded
   * error that it throws is noted as the problem of the item.
   */
  perform(effects: Effects<M>, item: { batch: Batch; subjectId: number; area: Area }): Promise<number>;
  /** Says how far a job is, to those who wait for it. */
  announce(effects: Effects<M>, batch: Batch, progress: BatchProgress): Promise<void> | void;
  /** In the transaction that ends a job. */
  finish(effects: Effects<M>, batch: Batch, state: BatchEnd): Promise<void>;
  /** The code of a problem that would be the same the next time; null where it may pass. */
  problemOf?(error: unknown): { readonly code: string; readonly isSure: boolean } | null;
}

/**
 * Continues with the bulk jobs for a while, one item of each in turn. Each item is done in one transaction with its line of the
 * job: what a killed server has not committed is done by the next turn, on whichever node, and nothing twice.
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
    // Asked each time: who may not do it any more does not continue doing so.
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
  await context.transaction(async (effects) => {
    if (!(await kind.store.end(effects.database, id, state))) return;
    await kind.finish(effects, batch, state);
    await kind.announce(effects, batch, await kind.store.readProgress(effects.database, id));
  });
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
    await context.transaction(async (effects) => {
      const { database } = effects;
      if (!(await store.lockItem(database, id, subjectId))) return;
      const result = await kind.perform(effects, { batch, subjectId, area });
      await store.finishItem(database, id, subjectId, { result });
      const now = performance.now();
      if (now - (announced.get(id) ?? -Infinity) < announceMs) return;
      announced.set(id, now);
      await kind.announce(effects, batch, await store.readProgress(database, id));
    });
    attempts.delete(key);
  } catch (error) {
    // A database that is away is away for all of them: the job comes round again.
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

/** What is said of an item that was not done, and whether it would be no other the next time. */
function problemOf(error: unknown): { readonly code: string; readonly isSure: boolean } {
  if (!(error instanceof CodedError)) return { code: 'internal', isSure: false };
  return { code: error.code, isSure: true };
}
