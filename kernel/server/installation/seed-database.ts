import { ensureFirstAdmin, type FirstAdmin } from '#kernel/identity/server/index.ts';
import { readFillState, writeFillState } from './installation.ts';
import type { Runtime } from '../services/runtime.ts';

/** What a start put into an empty database. */
export interface Filling {
  readonly demo: boolean;
  /** The admin that was made, with a password to be printed once. */
  readonly firstAdmin: FirstAdmin | null;
}

/** Fills an empty database: with demo data when asked, else with one super admin. */
export async function fillDatabase(runtime: Runtime, demo: boolean): Promise<Filling> {
  const { pool, database, registry, halves } = runtime;
  if ((await readFillState(pool)) === 'filled') return { demo: false, firstAdmin: null };
  if (!demo) {
    const permissions = registry.permissions.map(({ permission }) => permission);
    const firstAdmin = await ensureFirstAdmin(database, permissions);
    await writeFillState(pool, 'filled');
    return { demo: false, firstAdmin };
  }
  await writeFillState(pool, 'filling');
  for (const { id, half, context } of halves) {
    if (half.demo && registry.isEnabled(id)) await half.demo(context);
  }
  await writeFillState(pool, 'filled');
  await pool.query('analyze');
  return { demo: true, firstAdmin: null };
}
