import { accountRoutes } from '#kernel/plugin-api/server.ts';
import { admins } from '../manifest.ts';
import { signIn } from '../sign-in.ts';
import { presentSessionAdmin } from './presenter.ts';
import { findSessionAdmin } from './store/session-admin.ts';

/** Sign-in and sign-out, the user's own password, sessions and second factor: the kernel's calls under this plugin's path. */
export const account = accountRoutes({
  manifest: admins,
  account: signIn.account,
  async readAdmin(database, adminId) {
    const found = await findSessionAdmin(database, adminId);
    return found && presentSessionAdmin(found);
  },
  changed: ({ emit }, id) => emit('admin_change', { id, change: 'updated' }),
});
