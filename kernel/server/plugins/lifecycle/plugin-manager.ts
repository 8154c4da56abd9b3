import { createRegistry, type Explanation, type Manifest, type Registry } from '#kernel/contract/index.ts';
import { createContext } from './create-context.ts';
import { listenTo, type Listening } from '../../database/notifications/listen.ts';
import { sortByRequirements, type InstalledPlugin } from '../discovery/discover-plugins.ts';
import { loadModule, stopPlugin } from './plugin-lifecycle.ts';
import type { Jobs } from '../../jobs/scheduler.ts';
import type { DynamicRoutes } from '../../http/pipeline/dynamic-routes.ts';
import type { Runtime } from '../../services/runtime.ts';
import { createPluginStateStore } from '../state/plugin-state-store.ts';
import type { PluginManager } from '../../services/plugin-manager.ts';
import { noteProblem, readStates, withStates, type PluginStates } from '../state/states.ts';

/** What a switchboard is made with. */
export interface PluginManagerOptions {
  readonly runtime: Runtime;
  readonly installed: readonly InstalledPlugin[];
  readonly states: PluginStates;
  readonly jobs: Jobs;
  readonly dynamicRoutes: DynamicRoutes;
}

/** A switchboard, and how to end it. */
export interface RunningPluginManager extends PluginManager {
  close(): Promise<void>;
}

/** Milliseconds after which what could not be brought about is tried again. */
const pause = 1000;

/**
 * Switches plugins on and off while the server runs. What was decided stands in the database; every node hears of it and
 * brings itself to that state: it stops what must go, starts what must come, and tells its browsers.
 */
export function createPluginManager({
  runtime,
  installed,
  states: first,
  jobs,
  dynamicRoutes,
}: PluginManagerOptions): RunningPluginManager {
  const { deployment, database, log } = runtime;
  const manifests = installed.map(({ manifest }) => manifest);
  const ordered = sortByRequirements(installed);
  /** Plugins that are at work, with the settings that they were started with. */
  const running = new Map(
    runtime.registry.enabled.map(({ id }) => [id, JSON.stringify(runtime.registry.config(id))]),
  );
  /** The attempt of each plugin that was set aside; another one is worth a new start. */
  const attempts = new Map(
    Object.keys(runtime.quarantined).map((id) => [id, first.get(id)?.attempt ?? 0] as const),
  );
  let states = first;
  let work: Promise<void> = Promise.resolve();
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  function target(): Registry {
    const wanted = withStates(
      deployment,
      states,
      manifests.map(({ id }) => id),
    );
    return createRegistry(manifests, wanted, runtime.quarantined);
  }

  async function reconcile(): Promise<void> {
    states = await readStates(database);
    for (const id of Object.keys(runtime.quarantined)) forgiveAnew(id);
    const before = faceOf(runtime.registry);
    let next = target();
    const leaving = [...running.keys()].filter((id) => !next.isEnabled(id));
    const coming = ordered.filter(({ manifest }) => next.isEnabled(manifest.id) && !running.has(manifest.id));
    const changed = [...running].filter(
      ([id, config]) => next.isEnabled(id) && config !== JSON.stringify(next.config(id)),
    );
    // Calls to what leaves are refused before it stops; calls to what comes are answered once it has started.
    runtime.registry = next.without(
      Object.fromEntries(coming.map(({ manifest }) => [manifest.id, 'starting'])),
    );
    runtime.upcoming = next;
    try {
      for (const [id] of changed) await stop(id);
      for (const id of leaving.toReversed()) await stop(id);
      for (const plugin of ordered) {
        if (!next.isEnabled(plugin.manifest.id) || running.has(plugin.manifest.id)) continue;
        if (!(await start(plugin, next))) next = runtime.upcoming = target();
      }
      // What requires a plugin that could not be started again must not stay at work without it.
      for (const id of [...running.keys()].filter((one) => !next.isEnabled(one)).toReversed()) await stop(id);
    } finally {
      runtime.registry = target();
      runtime.upcoming = null;
    }
    if (faceOf(runtime.registry) !== before) runtime.realtime?.emitHere('plugins_change', {}, {});
  }

  /** A plugin that was set aside may try again when somebody asked for it, or when it was switched off meanwhile. */
  function forgiveAnew(id: string): void {
    const isOn = states.get(id)?.enabled ?? deployment.plugins[id]?.enabled ?? false;
    if (isOn && attempts.get(id) === (states.get(id)?.attempt ?? 0)) return;
    delete runtime.quarantined[id];
    attempts.delete(id);
  }

  async function stop(id: string): Promise<void> {
    running.delete(id);
    await jobs.stop(`${id}.`);
    await stopPlugin(runtime, id);
  }

  async function start({ manifest, load }: InstalledPlugin, next: Registry): Promise<boolean> {
    const { id } = manifest;
    try {
      if (!runtime.plugins.some((loaded) => loaded.id === id)) await take(manifest, load);
      const loaded = runtime.plugins.find((one) => one.id === id);
      await loaded?.module.start?.(loaded.context);
      running.set(id, JSON.stringify(next.config(id)));
      await noteProblem(database, id, null);
      return true;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      log.error({ err: error, plugin: id }, 'a plugin did not start and was set aside');
      runtime.quarantined[id] = problem;
      attempts.set(id, states.get(id)?.attempt ?? 0);
      // What it had begun goes too.
      await stop(id);
      await noteProblem(database, id, problem);
      return false;
    }
  }

  /** Loads a module that was not there when the server started, and opens its calls. */
  async function take(manifest: Manifest, load: InstalledPlugin['load']): Promise<void> {
    const module = await loadModule(runtime.pool, manifest, load);
    if (!module) return;
    const loaded = { id: manifest.id, module, context: createContext(runtime, manifest, jobs) };
    await dynamicRoutes.add(loaded);
    runtime.plugins.push(loaded);
  }

  function apply(): Promise<void> {
    const next = work.then(reconcile);
    work = next.catch((error: unknown) => {
      log.error({ err: error }, 'what was decided about plugins could not be brought about');
    });
    return next;
  }

  /** What a fault of the database kept from being brought about is tried again until it is. */
  function applyInTheEnd(): void {
    clearTimeout(retry);
    apply().catch(() => {
      if (!closed) retry = setTimeout(applyInTheEnd, pause).unref();
    });
  }

  const listening: Listening = listenTo({
    pool: runtime.pool,
    channel: 'komak_plugins',
    log,
    // Something may have been decided while nobody listened.
    onStart: applyInTheEnd,
    onLoss: () => undefined,
    onMessage: applyInTheEnd,
  });

  return {
    ...createPluginStateStore({ runtime, manifests, jobs, states: () => states }),
    apply,
    async close() {
      closed = true;
      clearTimeout(retry);
      await listening.close();
      await work;
    },
  };
}

/** What browsers see of a registry: when it is another one, they are told. */
function faceOf(registry: Registry): string {
  return JSON.stringify(
    registry.installed.map(({ id }): [string, Explanation, unknown] => [
      id,
      registry.explain(id),
      registry.config(id),
    ]),
  );
}
