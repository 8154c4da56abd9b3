import { recordDocuments } from '#kernel/records/client/index.ts';
import { direction } from '../contract.ts';

/** The reads of directions. */
export const documents = recordDocuments(direction);
