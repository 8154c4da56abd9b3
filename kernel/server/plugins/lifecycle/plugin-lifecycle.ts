import type pg from 'pg';
import type { Deployment, Manifest, Registry } from '#kernel/contract/index.ts';
import { StartupError } from '../../config/startup-error.ts';
import { migrate } from '../../database/migrations/migrate.ts';
import { sortByRequirements, type InstalledPlugin } from '../discovery/discover-plugins.ts';
import type { Jobs } from '../../jobs/scheduler.ts';
import type { ServerPlugin } from '../api/index.ts';
import type { Runtime } from '../../services/runtime.ts';

/** A module whose code is loaded and whose tables stand. */
export interface PreparedPlugin {
  readonly manifest: Manifest;
  readonly module: ServerPlugin['module'];
}

type Quarantined = Record<string, string>;

/** Loads the module of a plugin and brings its tables up to date; null where it has none. */
export async function loadModule(
  pool: pg.Pool,
  manifest: Manifest,
  load: InstalledPlugin['load'],
): Promise<ServerPlugin['module'] | null> {
  const module = await load();
  if (module?.migrations) await migrate(pool, [{ plugin: manifest.id, folder: module.migrations }]);
  return module;
}

/** Loads the modules of the enabled plugins and brings their tables up to date; one that fails is set aside. */
export async function preparePlugins(
  installed: readonly InstalledPlugin[],
  given: { registry: Registry; deployment: Deployment; pool: pg.Pool },
): Promise<{ prepared: PreparedPlugin[]; registry: Registry; quarantined: Quarantined }> {
  const { deployment, pool } = given;
  const quarantined: Quarantined = {};
  const prepared: PreparedPlugin[] = [];
  let { registry } = given;
  for (const { manifest, load } of sortByRequirements(installed)) {
    if (!registry.isEnabled(manifest.id)) continue;
    try {
      const module = await loadModule(pool, manifest, load);
      if (module) prepared.push({ manifest, module });
    } catch (error) {
      setAside(manifest.id, error, deployment, quarantined);
      registry = given.registry.without(quarantined);
    }
  }
  return { prepared, registry, quarantined };
}

/** Starts the enabled modules in order; one that fails is set aside with those that require it. */
export async function startPlugins(runtime: Runtime, jobs: Jobs): Promise<void> {
  for (const { id, module, context } of runtime.plugins) {
    if (!module.start || !runtime.registry.isEnabled(id)) continue;
    try {
      await module.start(context);
    } catch (error) {
      setAside(id, error, runtime.deployment, runtime.quarantined);
      runtime.log.error({ err: error, plugin: id }, 'a plugin did not start and was set aside');
      await jobs.stop(`${id}.`);
      await stopPlugin(runtime, id);
      runtime.registry = runtime.registry.without(runtime.quarantined);
    }
  }
}

/** Stops the modules that are at work, in the opposite order. */
export async function stopPlugins(runtime: Runtime): Promise<void> {
  for (const { id } of runtime.plugins.toReversed()) {
    if (runtime.registry.isEnabled(id)) await stopPlugin(runtime, id);
  }
}

/** Stops the module of a plugin, which hears nothing any more; what goes wrong is logged. */
export async function stopPlugin(runtime: Runtime, id: string): Promise<void> {
  try {
    await runtime.nodeMessages.unsubscribe(id);
    await runtime.plugins.find((loaded) => loaded.id === id)?.module.stop?.();
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
