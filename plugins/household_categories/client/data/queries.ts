import { recordDocuments } from '#kernel/plugin-api/client.ts';
import { householdCategory } from '../../contract.ts';

/** The reads of categories. */
export const documents = recordDocuments(householdCategory);
