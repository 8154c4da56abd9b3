import { sql } from 'kysely';
import type { AdmitPresence } from '#kernel/server/realtime/page-presence.ts';
import type { ServerServices } from '#kernel/server/services/server-services.ts';

/** Creates the check whether a user may have a record open, which its plugin decides; returns the user's name, or null. */
export function createPresenceAdmission({
  plugins,
  database,
}: Pick<ServerServices, 'plugins' | 'database'>): AdmitPresence {
  return async (subject, id, viewer) => {
    const [pluginId = '', kind = ''] = subject.split('.');
    const plugin = plugins.loaded.find((one) => one.id === pluginId);
    const mayOpen =
      plugin && Object.hasOwn(plugin.module.presence ?? {}, kind) && plugin.module.presence?.[kind];
    if (!plugin || !mayOpen || !plugins.registry.isEnabled(pluginId)) return null;
    if (!(await mayOpen(id, viewer, plugin.context))) return null;
    const { rows } = await sql<{ first_name: string; last_name: string }>`
      select first_name, last_name from admins where id = ${viewer.id}`.execute(database);
    return rows[0] ?? null;
  };
}
