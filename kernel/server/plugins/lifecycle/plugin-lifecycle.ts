import type pg from 'pg';
import type { Deployment, Manifest, Registry } from '#kernel/contract/index.ts';
import { StartupError } from '../../config/startup-error.ts';
import { migrate } from '../../database/migrations/migrate.ts';
import { inOrderOfRequires, type InstalledPlugin } from '../discovery/discover-plugins.ts';
import type { Jobs } from '../../jobs/scheduler.ts';
import type { PluginServer } from '../api/index.ts';
import type { Runtime } from '../../services/runtime.ts';

/** A half whose code is loaded and whose tables stand. */
export interface PreparedHalf {
  readonly manifest: Manifest;
  readonly half: PluginServer['half'];
}

type Quarantined = Record<string, string>;

/** Loads the half of a plugin and brings its tables up to date; null where it has none. */
export async function loadHalf(
  pool: pg.Pool,
  manifest: Manifest,
  load: InstalledPlugin['load'],
): Promise<PluginServer['half'] | null> {
  const half = await load();
  if (half?.migrations) await migrate(pool, [{ plugin: manifest.id, folder: half.migrations }]);
  return half;
}

/** Loads the halves of the enabled plugins and brings their tables up to date; one that fails is set aside. */
export async function prepareHalves(
  installed: readonly InstalledPlugin[],
  given: { registry: Registry; deployment: Deployment; pool: pg.Pool },
): Promise<{ prepared: PreparedHalf[]; registry: Registry; quarantined: Quarantined }> {
  const { deployment, pool } = given;
  const quarantined: Quarantined = {};
  const prepared: PreparedHalf[] = [];
  let { registry } = given;
  for (const { manifest, load } of inOrderOfRequires(installed)) {
    if (!registry.isEnabled(manifest.id)) continue;
    try {
      const half = await loadHalf(pool, manifest, load);
      if (half) prepared.push({ manifest, half });
    } catch (error) {
      setAside(manifest.id, error, deployment, quarantined);
      registry = given.registry.without(quarantined);
    }
  }
  return { prepared, registry, quarantined };
}

/** Starts the enabled halves in order; one that fails is set aside with those that require it. */
export async function startHalves(runtime: Runtime, jobs: Jobs): Promise<void> {
  for (const { id, half, context } of runtime.halves) {
    if (!half.start || !runtime.registry.isEnabled(id)) continue;
    try {
      await half.start(context);
    } catch (error) {
      setAside(id, error, runtime.deployment, runtime.quarantined);
      runtime.log.error({ err: error, plugin: id }, 'a plugin did not start and was set aside');
      await jobs.stop(`${id}.`);
      await stopHalf(runtime, id);
      runtime.registry = runtime.registry.without(runtime.quarantined);
    }
  }
}

/** Stops the halves that are at work, in the opposite order. */
export async function stopHalves(runtime: Runtime): Promise<void> {
  for (const { id } of runtime.halves.toReversed()) {
    if (runtime.registry.isEnabled(id)) await stopHalf(runtime, id);
  }
}

/** Stops the half of a plugin, which hears nothing any more; what goes wrong is logged. */
export async function stopHalf(runtime: Runtime, id: string): Promise<void> {
  try {
    await runtime.betweenNodes.leave(id);
    await runtime.halves.find((loaded) => loaded.id === id)?.half.stop?.();
  } catch (error) {
    runtime.log.error({ err: error, plugin: id }, 'a plugin did not stop cleanly');
  }
}

function setAside(id: string, error: unknown, deployment: Deployment, into: Quarantined): void {
  const problem = error instanceof Error ? error.message : String(error);
  if (deployment.plugins[id]?.onFailure === 'abort') {
    throw new StartupError(
      `The plugin ${id} did not start, and the deployment says to stop then: ${problem}`,
      {
        cause: error,
      },
    );
  }
  into[id] = problem;
}
