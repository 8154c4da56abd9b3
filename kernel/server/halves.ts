import type pg from 'pg';
import type { Deployment, Manifest, Registry } from '#kernel/contract/index.ts';
import { StartupError } from './config/startup-error.ts';
import { migrate } from './db/migrations.ts';
import { inOrderOfRequires, type InstalledPlugin } from './discover.ts';
import type { PluginServer } from './plugin.ts';
import type { Runtime } from './runtime.ts';

/** A half whose code is loaded and whose tables stand. */
export interface PreparedHalf {
  readonly manifest: Manifest;
  readonly half: PluginServer['half'];
}

type Quarantined = Record<string, string>;

/** Loads the halves of the enabled plugins and brings their tables up to date; one that fails is set aside. */
export async function prepareHalves(
  installed: readonly InstalledPlugin[],
  given: { registry: Registry; deployment: Deployment; pool: pg.Pool },
): Promise<{ prepared: PreparedHalf[]; registry: Registry }> {
  const { deployment, pool } = given;
  const quarantined: Quarantined = {};
  const prepared: PreparedHalf[] = [];
  let { registry } = given;
  for (const { manifest, load } of inOrderOfRequires(installed)) {
    if (!registry.isEnabled(manifest.id)) continue;
    try {
      const half = await load();
      if (!half) continue;
      if (half.migrations) await migrate(pool, [{ plugin: manifest.id, folder: half.migrations }]);
      prepared.push({ manifest, half });
    } catch (error) {
      setAside(manifest.id, error, deployment, quarantined);
      registry = given.registry.without(quarantined);
    }
  }
  return { prepared, registry };
}

/** Starts the enabled halves in order; one that fails is set aside with those that require it. */
export async function startHalves(runtime: Runtime): Promise<void> {
  for (const { id, half, context } of runtime.halves) {
    if (!half.start || !runtime.registry.isEnabled(id)) continue;
    try {
      await half.start(context);
    } catch (error) {
      const quarantined: Quarantined = {};
      setAside(id, error, runtime.deployment, quarantined);
      runtime.log.error({ err: error, plugin: id }, 'a plugin did not start and was set aside');
      runtime.registry = runtime.registry.without(quarantined);
    }
  }
}

/** Stops the halves in the opposite order; what goes wrong is logged. */
export async function stopHalves(runtime: Runtime): Promise<void> {
  for (const { id, half } of runtime.halves.toReversed()) {
    try {
      await half.stop?.();
    } catch (error) {
      runtime.log.error({ err: error, plugin: id }, 'a plugin did not stop cleanly');
    }
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
