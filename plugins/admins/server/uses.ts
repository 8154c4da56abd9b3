import { removalHook } from '#kernel/contract/index.ts';
import { onHook } from '#kernel/server/api/index.ts';
import { countAdminsOf } from './store/admins.ts';
import { adminsOfRole } from './store/roles.ts';

/** A neighbourhood stays as long as it is somebody's, and a role as long as somebody has it. */
export const uses = onHook(removalHook, async ({ subject, id, uses: say }, { database }) => {
  if (subject === 'neighborhoods.neighborhood') say('admins', await countAdminsOf(database, id));
  if (subject === 'admins.role') say('admins', (await adminsOfRole(database, id)).length);
});
