import { recordDocuments } from '#kernel/records/client/index.ts';
import { householdCategory } from '../contract.ts';

/** The reads of categories. */
export const documents = recordDocuments(householdCategory);
