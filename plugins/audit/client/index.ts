import { defineClient, extend, lazyExtension, lazyPage } from '#kernel/plugin-api/client.ts';
import { adminRowActions, userActions } from '../contract.ts';
import { audit } from '../manifest.ts';

const citizenTraceLink = lazyExtension(
  async () => (await import('./components/trace-links.tsx')).CitizenTraceLink,
);
const adminTraceLink = lazyExtension(
  async () => (await import('./components/trace-links.tsx')).AdminTraceLink,
);

/** The client module of the audit log: its page, and links to it from citizens and admins. */
export const auditClient = defineClient(audit, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage),
  },
  extensions: [extend(userActions, citizenTraceLink), extend(adminRowActions, adminTraceLink)],
});
