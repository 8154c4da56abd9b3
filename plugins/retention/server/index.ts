import { defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { hourMs } from '#kernel/domain/text/dates.ts';
import { retention } from '../manifest.ts';
import { createEraser } from './erase.ts';
import { erasedRoutes } from './erased.ts';
import { erasureHooks } from './erasure.ts';
import { holdRoutes } from './hold-routes.ts';
import { propose } from './propose.ts';
import { requestRoutes } from './routes.ts';

/** The server module of retention. */
export const retentionServer = defineServer(retention, {
  routes: [...requestRoutes, ...holdRoutes, ...erasedRoutes],
  hooks: [...erasureHooks, shareKnowledge('retention', new URL('../knowledge/', import.meta.url))],
  start(context) {
    context.every('erase', 1000, createEraser(context));
    context.every('propose', hourMs, () => propose(context));
  },
});
