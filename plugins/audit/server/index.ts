import { defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { audit } from '../manifest.ts';
import { exportRoute } from './export.ts';
import { facets, list, verification } from './routes.ts';

/** The audit log on the server. */
export const auditServer = defineServer(audit, () => ({
  routes: [list, facets, exportRoute(), verification],
  hooks: [shareKnowledge('audit', new URL('../knowledge/', import.meta.url))],
}));
