import { removalHook } from '#kernel/plugin-api/contract.ts';
import { onHook } from '#kernel/plugin-api/server.ts';
import { countAdminsOf } from './store/admins.ts';
import { adminsOfRole } from './store/roles.ts';

/** Keeps a neighborhood or a role from being removed while an admin is assigned to it. */
export const adminUsage = onHook(removalHook, async ({ subject, id, uses: report }, { database }) => {
  if (subject === 'neighborhoods.neighborhood') report('admins', await countAdminsOf(database, id));
  if (subject === 'admins.role') report('admins', (await adminsOfRole(database, id)).length);
});
