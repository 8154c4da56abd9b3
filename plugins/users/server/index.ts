import { defineServer } from '#kernel/server/plugin.ts';
import { users } from '../manifest.ts';
import { fillUsers } from './demo.ts';
import { lookup } from './routes.ts';

/** The register of citizens on the server. */
export const usersServer = defineServer(users, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [lookup],
  demo: fillUsers,
});
