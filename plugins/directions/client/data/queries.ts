import { recordDocuments } from '#kernel/plugin-api/client.ts';
import { direction } from '../../contract.ts';

/** The reads of directions. */
export const documents = recordDocuments(direction);
