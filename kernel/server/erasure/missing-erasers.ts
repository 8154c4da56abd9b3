import { sql } from 'kysely';
import type { ServerServices } from '../services/server-services.ts';

/**
 * The plugins that store data of citizens but cannot erase them now: they are disabled, or failed to start, and have
 * tables.
 */
export async function missingErasers({
  plugins,
  database,
}: Pick<ServerServices, 'plugins' | 'database'>): Promise<string[]> {
  const off = plugins.registry.installed.filter(
    ({ id, erases }) => erases && !plugins.registry.isEnabled(id),
  );
  if (off.length === 0) return [];
  const { rows } = await sql<{ plugin: string }>`
    select distinct plugin from komak_migrations where plugin = any(${off.map(({ id }) => id)}::text[])
    order by plugin`.execute(database);
  return rows.map(({ plugin }) => plugin);
}
