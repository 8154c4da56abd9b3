import type { Explanation, Registry } from '#kernel/contract/index.ts';
import { installCandidates } from './install-candidates.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { ServerServices } from '../../services/server-services.ts';
import type { InstalledPlugin } from '../../api/installed-plugin.ts';
import { recordProblem } from '../state/plugin-state-store.ts';
import type { PluginLifecycle } from './plugin-lifecycle.ts';

/** Applies the decisions on this node: stops and starts plugins, and notifies its browsers. */
export async function reconcile(given: Reconciliation): Promise<void> {
  const { services, installed, desired, lifecycle } = given;
  const { plugins, realtime } = services;
  const { running } = lifecycle;
  await desired.refresh();
  const before = visibleState(services);
  await installed.refresh();
  await installCandidates(given);
  let next = desired.registry();
  await unloadReplaced(given);
  const starting = installed.all.filter(
    ({ manifest }) => next.isEnabled(manifest.id) && !running.has(manifest.id),
  );
  const changed = [...running].filter(
    ([id, fingerprint]) => next.isEnabled(id) && fingerprint !== lifecycle.fingerprint(id, next),
  );
  // Calls to a stopping plugin are rejected before it stops; calls to a starting one are accepted once it has started.
  const accepting = next.without(
    Object.fromEntries(starting.map(({ manifest }) => [manifest.id, 'starting'])),
  );
  plugins.replace(accepting, next);
  try {
    for (const [id] of changed) await lifecycle.stop(id);
    await stopDisabled(lifecycle, next);
    for (const plugin of installed.all) {
      if (!next.isEnabled(plugin.manifest.id) || running.has(plugin.manifest.id)) continue;
      if (await tryStart(given, plugin)) continue;
      next = desired.registry();
      plugins.replace(accepting, next);
    }
    // Plugins that require one that could not be restarted must stop too.
    await stopDisabled(lifecycle, next);
  } finally {
    plugins.replace(desired.registry());
  }
  if (visibleState(services) !== before) realtime.emitHere('plugins_change', {}, {});
}

async function stopDisabled(lifecycle: PluginLifecycle, registry: Registry): Promise<void> {
  for (const id of [...lifecycle.running.keys()].toReversed()) {
    if (!registry.isEnabled(id)) await lifecycle.stop(id);
  }
}

/** Starts a plugin, which is loaded first if it is new; false if it was quarantined instead. */
async function tryStart(
  { services: { plugins, database, log }, desired, lifecycle, manager, dynamicRoutes }: Reconciliation,
  plugin: InstalledPlugin,
): Promise<boolean> {
  const { id } = plugin.manifest;
  try {
    const loaded = plugins.find(id) ? null : await lifecycle.load(plugin, manager);
    if (loaded) {
      await dynamicRoutes.add(loaded);
      plugins.add(loaded);
    }
    await lifecycle.start(id);
    await recordProblem(database, id, null);
    return true;
  } catch (error) {
    log.error({ err: error, plugin: id }, 'a plugin failed to start and was quarantined');
    const problem = error instanceof Error ? error.message : String(error);
    desired.quarantine(id, problem);
    await lifecycle.stop(id);
    await recordProblem(database, id, problem);
    return false;
  }
}

/** Unloads external plugins that were removed, or replaced on another node. */
async function unloadReplaced({ services, lifecycle, dynamicRoutes }: Reconciliation): Promise<void> {
  const { plugins, external } = services;
  const ids = new Set([...plugins.loaded.map(({ id }) => id), ...lifecycle.running.keys()]);
  for (const id of [...ids].toReversed()) {
    const loaded = plugins.find(id);
    if (!loaded?.digest || loaded.digest === external.find(id)?.digest) continue;
    await lifecycle.stop(id);
    plugins.remove(id);
    await dynamicRoutes.remove(id);
  }
}

/** The plugins as announced to browsers. */
function visibleState({ plugins: { registry }, external }: ServerServices): string {
  return JSON.stringify(
    registry.installed.map(({ id }): [string, Explanation, unknown, string | undefined] => [
      id,
      registry.explain(id),
      registry.config(id),
      external.find(id)?.digest,
    ]),
  );
}
