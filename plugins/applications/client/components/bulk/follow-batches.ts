import { refetchDocuments, throttle, updateCachedQueries } from '#kernel/plugin-api/client.ts';
import { batchDocument, batchesDocument } from './queries.ts';

/** The states and the reasons are read from time to time, and at the end. */
const readBatches = throttle(() => void refetchDocuments(batchesDocument, batchDocument), 2000);

/** Updates the progress of bulk jobs on the screen. */
export function followBatch({
  id,
  ...progress
}: {
  readonly id: number;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}): void {
  updateCachedQueries(batchesDocument, ({ batches }) => ({
    batches: batches.map((batch) => (Number(batch.id) === id ? { ...batch, ...progress } : batch)),
  }));
  readBatches();
}
