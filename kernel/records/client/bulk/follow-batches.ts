import type { TypedDocumentNode } from '@apollo/client';
import { updateCachedQueries } from '#kernel/client/data/cached-queries.ts';
import { refetchDocuments } from '../data/live.ts';
import { throttle } from '../data/throttle.ts';

/** The progress of a bulk job. */
interface BatchProgress {
  readonly id: number;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

/** Minimum milliseconds between two reads, since each item of a job may send an event. */
const pause = 2000;

/**
 * Handles the progress events of bulk jobs: updates the list of jobs on the screen, and reloads it and the other documents
 * from time to time and at the end.
 *
 * @example context.on('letter_batch_progress', followBatches(batchesDocument, batchPreviewDocument));
 */
export function followBatches<Batch extends { readonly id: number | string }>(
  list: TypedDocumentNode<{ readonly batches: readonly Batch[] }, Record<string, never>>,
  ...others: readonly TypedDocumentNode<unknown, never>[]
): (progress: BatchProgress) => void {
  const reload = throttle(() => void refetchDocuments(list, ...others), pause);
  return ({ id, ...progress }) => {
    updateCachedQueries(list, ({ batches }) => ({
      batches: batches.map((batch) => (Number(batch.id) === id ? { ...batch, ...progress } : batch)),
    }));
    reload();
  };
}
