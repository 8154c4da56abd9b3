import { hooksOf, type HookListener, type ReserveId } from '#kernel/plugin-api/server.ts';
import { findOrCreateCitizenQuery } from '../contract.ts';
import { users } from '../manifest.ts';
import { findOrInsertCitizen } from './store/write.ts';

const onHook = hooksOf(users);

/** Creates the hook listeners of the register of citizens for other plugins; new citizens get reserved ids. */
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
