import { fileURLToPath } from 'node:url';
import { ensureFirstAdmin, type FirstAdmin } from '#kernel/identity/server/index.ts';
import {
  readIsDemo,
  readSeedState,
  writeIsDemo,
  writeSeedState,
} from '#kernel/server/installation/installation.ts';
import type { ServerServices } from '#kernel/server/services/server-services.ts';

/** The result of seeding an empty database. */
export interface SeedResult {
  readonly demo: boolean;
  /** The created admin, with a password to be printed once. */
  readonly firstAdmin: FirstAdmin | null;
}

/** Seeds an empty database: with demonstration data if requested, otherwise with one super admin. */
export async function seedDatabase(
  { pool, database, plugins }: ServerServices,
  demo: boolean,
): Promise<SeedResult> {
  const { registry } = plugins;
  if ((await readSeedState(pool)) === 'filled') return { demo: false, firstAdmin: null };
  if (!demo) {
    const permissions = registry.permissions.map(({ permission }) => permission);
    const firstAdmin = await ensureFirstAdmin(database, permissions);
    await writeSeedState(pool, 'filled');
    return { demo: false, firstAdmin };
  }
  await writeSeedState(pool, 'filling');
  for (const { id, module, context } of plugins.loaded) {
    if (module.seed && registry.isEnabled(id)) await module.seed(context);
  }
  await writeIsDemo(pool);
  await writeSeedState(pool, 'filled');
  await pool.query('analyze');
  return { demo: true, firstAdmin: null };
}

/** Returns the file of a plugin's basemap of the demonstration, if the database was seeded for one; else null. */
export async function readDemoBasemap({
  pool,
  plugins,
}: Pick<ServerServices, 'pool' | 'plugins'>): Promise<string | null> {
  const { module } = plugins.loaded.find(({ module: { demoBasemap } }) => demoBasemap) ?? {};
  return module?.demoBasemap && (await readIsDemo(pool)) ? fileURLToPath(module.demoBasemap) : null;
}
