import { defineServer } from '#kernel/server/plugin.ts';
import { admins } from '../manifest.ts';
import { fillAdmins } from './demo.ts';
import { login, logout, password, session } from './routes.ts';

/** Admins on the server; their tables are the kernel's. */
export const adminsServer = defineServer(admins, {
  routes: [login, session, logout, password],
  demo: fillAdmins,
});
