import { recordDocuments } from '#kernel/plugin-api/client.ts';
import { entry } from '../../contract.ts';

/** The reads of entries. */
export const documents = recordDocuments(entry);
