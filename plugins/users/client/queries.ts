import { recordDocuments } from '#kernel/plugin-api/client.ts';
import { user } from '../contract.ts';

/** The reads of citizens: a page with their numbers masked, and one in the clear, which is audited. */
export const documents = recordDocuments(user);
