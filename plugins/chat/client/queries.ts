import { recordDocuments } from '#kernel/records/client/index.ts';
import { entry } from '../contract.ts';

/** The reads of entries. */
export const documents = recordDocuments(entry);
