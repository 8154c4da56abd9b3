import { createReadOnlyStore } from '#kernel/plugin-api/server.ts';
import { user } from '../../contract.ts';

/** Reads citizens, their numbers unmasked. */
export const store = createReadOnlyStore(user);
