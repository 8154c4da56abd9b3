import { defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { users } from '../manifest.ts';
import { find } from './find.ts';
import { keepLists } from './jobs.ts';
import { block, detail, list, lookup } from './routes.ts';

/** The register of citizens on the server. */
export const usersServer = defineServer(users, {
  routes: [list, lookup, detail, block],
  hooks: [shareKnowledge('users', new URL('../knowledge/', import.meta.url))],
  search: { users: find },
  async seed(context) {
    const { fillUsers } = await import('./demo.ts');
    await fillUsers(context);
  },
  start: keepLists,
});
