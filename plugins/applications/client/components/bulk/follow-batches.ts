import { followBatches } from '#kernel/plugin-api/client.ts';
import { batchDocument, batchesDocument } from './queries.ts';

/** Updates the progress of bulk jobs on the screen. */
export const followBatch = followBatches(batchesDocument, batchDocument);
