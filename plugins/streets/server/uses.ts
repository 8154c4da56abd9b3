import { removalHook } from '#kernel/contract/index.ts';
import { onHook } from '#kernel/server/plugins/api/index.ts';
import { countStreetsOf } from './store.ts';

/** A neighbourhood stays as long as it has streets. */
export const uses = onHook(removalHook, async (removal, { database }) => {
  if (removal.subject !== 'neighborhoods.neighborhood') return;
  removal.uses('streets', await countStreetsOf(database, removal.id));
});
