import { settingsSlot } from '#kernel/plugin-api/contract.ts';
import { defineClient, extend, followRecords, lazyExtension, lazyPage } from '#kernel/plugin-api/client.ts';
import { admins } from '../manifest.ts';
import { adminsDocument, factorResetsDocument, roleOptionsDocument, rolesDocument } from './data/queries.ts';

/** The admins in the browser. */
export const adminsClient = defineClient(admins, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage),
    roles: lazyPage(async () => (await import('./pages/roles-page.tsx')).RolesPage),
  },
  extensions: [
    extend(
      settingsSlot,
      lazyExtension(async () => (await import('./second-factor/own-factor.tsx')).OwnFactor),
    ),
    extend(
      settingsSlot,
      lazyExtension(async () => (await import('./sign-ins/sign-ins.tsx')).OwnSignIns),
    ),
  ],
  start(context) {
    context.on('admin_change', followRecords('admins', adminsDocument, rolesDocument, factorResetsDocument));
    context.on(
      'admin_role_change',
      followRecords('roles', rolesDocument, roleOptionsDocument, adminsDocument),
    );
  },
});
