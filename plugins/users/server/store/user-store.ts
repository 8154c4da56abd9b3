import { createReadOnlyStore } from '#kernel/plugin-api/server.ts';
import { user } from '../../contract.ts';

/** Reads citizens, with unmasked numbers. */
export const store = createReadOnlyStore(user);
