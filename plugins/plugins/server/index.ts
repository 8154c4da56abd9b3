import { defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { plugins } from '../manifest.ts';
import { history } from './history.ts';
import { add, examine, remove, uploadCapabilities } from './external-routes.ts';
import { change, configure, list, plan, retry, show } from './routes.ts';

/** The server module of the page that shows and switches plugins: the interface of the plugin manager. */
export const pluginsServer = defineServer(plugins, {
  routes: [list, show, plan, change, configure, retry, examine, add, remove, ...history.routes],
  history: [history.tracked],
  capabilities: uploadCapabilities,
  hooks: [shareKnowledge('plugins', new URL('../knowledge/', import.meta.url))],
});
