import { hooksOf } from '#kernel/plugin-api/server.ts';
import { findOrCreateCitizenQuery } from '../contract.ts';
import { users } from '../manifest.ts';
import { findOrInsertCitizen } from './store/write.ts';

const onHook = hooksOf(users);

const findOrCreate = onHook(
  findOrCreateCitizenQuery,
  async ({ input, respond }, { database, audit, emit }) => {
    const found = await findOrInsertCitizen(database, input);
    if (found.created) {
      await audit({ action: 'users.create', subjectType: 'user', subjectId: found.id });
      emit('user_change', { id: found.id, change: 'created' });
    }
    respond(found);
  },
);

/** What the register of citizens does for other plugins. */
export const hooks = [findOrCreate];
