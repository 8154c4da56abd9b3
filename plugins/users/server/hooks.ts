import { hooksOf, type HookListener, type ReserveId } from '#kernel/plugin-api/server.ts';
import { findOrCreateCitizenQuery } from '../contract.ts';
import { users } from '../manifest.ts';
import { findOrInsertCitizen } from './store/write.ts';

const onHook = hooksOf(users);

/** What the register of citizens does for other plugins; new ones get ids that were taken before. */
export function createHooks(reserveId: ReserveId): readonly HookListener[] {
  const findOrCreate = onHook(
    findOrCreateCitizenQuery,
    async ({ input, respond }, { database, audit, emit }) => {
      const found = await findOrInsertCitizen(database, input, reserveId);
      if (found.created) {
        await audit({ action: 'users.create', subjectType: 'user', subjectId: found.id });
        emit('user_change', { id: found.id, change: 'created' });
      }
      respond(found);
    },
  );
  return [findOrCreate];
}
