import { defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { minuteMs } from '#kernel/domain/text/dates.ts';
import { oneId } from '../manifest.ts';
import { begin, callback, session } from './sign-in-routes.ts';
import { offerIdentification } from './people.ts';
import { link, show, unlink } from './link-routes.ts';
import { providerOf } from './provider.ts';
import { deleteExpired } from './store.ts';

/** The server module of OneID: the authorization flow, and the link of an account. */
export const oneIdServer = defineServer(oneId, {
  routes: [begin, callback, session, show, link, unlink],
  hooks: [shareKnowledge('one_id', new URL('../knowledge/', import.meta.url)), offerIdentification],
  capabilities: ({ config }) => (providerOf(config) ? (oneId.capabilities ?? []) : []),
  start(context) {
    context.every('sweep', 10 * minuteMs, () => deleteExpired(context.database));
  },
});
