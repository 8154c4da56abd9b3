import { backfillSearchText, defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { admins } from '../manifest.ts';
import { block, list, registerRoute, remove, update } from './admin-routes.ts';
import { findAdmins, findRoles } from './search-provider.ts';
import { requestReset, confirmReset, factorResets, withdrawReset } from './factor-reset-routes.ts';
import { adminHistory, roleHistory } from './history.ts';
import { addRole, changeRole, listOfRoles, removeRole } from './role-routes.ts';
import { changeFactorPolicy, factorPolicy } from './second-factor-routes.ts';
import { endSignIn, endSignIns, resetPassword, signIns } from './sign-in-routes.ts';
import { account } from './account.ts';
import { adminUsage, nameSubjects } from './hooks.ts';

/** The server module of admins; its tables belong to the kernel. */
export const adminsServer = defineServer(admins, () => ({
  routes: [
    ...account,
    list,
    registerRoute(),
    update,
    block,
    remove,
    listOfRoles,
    addRole,
    changeRole,
    removeRole,
    signIns,
    endSignIn,
    endSignIns,
    resetPassword,
    factorPolicy,
    changeFactorPolicy,
    factorResets,
    requestReset,
    confirmReset,
    withdrawReset,
    ...adminHistory.routes,
    ...roleHistory.routes,
  ],
  history: [adminHistory.tracked, roleHistory.tracked],
  hooks: [adminUsage, nameSubjects, shareKnowledge('admins', new URL('../knowledge/', import.meta.url))],
  search: { admins: findAdmins, roles: findRoles },
  async demoLogins() {
    const { default: logins } = await import('../demo/logins.json', { with: { type: 'json' } });
    return logins;
  },
  async seed(context) {
    const { seedAdmins } = await import('../demo/seed-admins.ts');
    await seedAdmins(context);
  },
  async start({ database }) {
    await backfillSearchText(database);
  },
}));
