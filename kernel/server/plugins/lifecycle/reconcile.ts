import type { Explanation, Registry } from '#kernel/contract/index.ts';
import type { LoadedPlugin } from '../../services/plugin-registry.ts';
import type { ServerServices } from '../../services/server-services.ts';
import type { InstalledPlugin } from '../discovery/discover-plugins.ts';
import { recordProblem, type WantedPlugins } from '../state/plugin-state-store.ts';
import type { PluginLifecycle } from './plugin-lifecycle.ts';

/** What a node needs to follow the decisions about plugins. */
export interface Reconciliation {
  readonly services: ServerServices;
  /** Required plugins first. */
  readonly installed: readonly InstalledPlugin[];
  readonly wanted: WantedPlugins;
  readonly lifecycle: PluginLifecycle;
  /** Opens the routes of a plugin that was not loaded when the server started. */
  openRoutes(loaded: LoadedPlugin): Promise<void>;
}

/** Brings this node to what was decided: stops and starts plugins, and notifies its browsers. */
export async function reconcile(given: Reconciliation): Promise<void> {
  const { services, installed, wanted, lifecycle } = given;
  const { plugins, realtime } = services;
  const { running } = lifecycle;
  await wanted.refresh();
  const before = visibleState(plugins.registry);
  let next = wanted.registry();
  const starting = installed.filter(
    ({ manifest }) => next.isEnabled(manifest.id) && !running.has(manifest.id),
  );
  const changed = [...running].filter(
    ([id, config]) => next.isEnabled(id) && config !== JSON.stringify(next.config(id)),
  );
  // Calls to what leaves are refused before it stops; calls to what comes are answered once it has started.
  const answering = next.without(
    Object.fromEntries(starting.map(({ manifest }) => [manifest.id, 'starting'])),
  );
  plugins.replace(answering, next);
  try {
    for (const [id] of changed) await lifecycle.stop(id);
    await stopDisabled(lifecycle, next);
    for (const plugin of installed) {
      if (!next.isEnabled(plugin.manifest.id) || running.has(plugin.manifest.id)) continue;
      if (await tryStart(given, plugin)) continue;
      next = wanted.registry();
      plugins.replace(answering, next);
    }
    // What requires a plugin that could not be started again must not go on without it.
    await stopDisabled(lifecycle, next);
  } finally {
    plugins.replace(wanted.registry());
  }
  if (visibleState(plugins.registry) !== before) realtime.emitHere('plugins_change', {}, {});
}

async function stopDisabled(lifecycle: PluginLifecycle, registry: Registry): Promise<void> {
  for (const id of [...lifecycle.running.keys()].toReversed()) {
    if (!registry.isEnabled(id)) await lifecycle.stop(id);
  }
}

/** Starts one plugin, loading it first where it is new; false when it was set aside instead. */
async function tryStart(
  { services: { plugins, database, log }, wanted, lifecycle, openRoutes }: Reconciliation,
  plugin: InstalledPlugin,
): Promise<boolean> {
  const { id } = plugin.manifest;
  try {
    const loaded = plugins.find(id) ? null : await lifecycle.load(plugin);
    if (loaded) {
      await openRoutes(loaded);
      plugins.add(loaded);
    }
    await lifecycle.start(id);
    await recordProblem(database, id, null);
    return true;
  } catch (error) {
    log.error({ err: error, plugin: id }, 'a plugin did not start and was set aside');
    const problem = error instanceof Error ? error.message : String(error);
    wanted.quarantine(id, problem);
    await lifecycle.stop(id);
    await recordProblem(database, id, problem);
    return false;
  }
}

/** What browsers see of a registry. */
function visibleState(registry: Registry): string {
  return JSON.stringify(
    registry.installed.map(({ id }): [string, Explanation, unknown] => [
      id,
      registry.explain(id),
      registry.config(id),
    ]),
  );
}
