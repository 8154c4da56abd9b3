import { defineServer } from '#kernel/plugin-api/server.ts';
import { audit } from '../manifest.ts';
import { exportRoute } from './export.ts';
import { facets, list } from './routes.ts';
import { verificationRoute } from './verification.ts';

/** The audit log on the server. */
export const auditServer = defineServer(audit, () => ({
  routes: [list, facets, exportRoute(), verificationRoute()],
}));
