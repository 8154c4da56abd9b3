import { fail } from '#kernel/contract/index.ts';
import { createSerialQueue } from '#kernel/domain/values/serial-queue.ts';
import { retry } from '../../concurrency/retry.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { DynamicRoutes } from '../../http/pipeline/dynamic-routes.ts';
import type { ServerServices } from '../../services/server-services.ts';
import type { PluginManager } from '../../api/index.ts';
import type { InstalledPlugin } from '../../api/installed-plugin.ts';
import { createExternalPluginChanges } from '../../artefacts/external-changes.ts';
import { createPluginReports } from '../state/plugin-reports.ts';
import { readNewSettings, requireManifest, secretsOf, visibleSettings } from '../state/settings.ts';
import {
  createDesiredPlugins,
  lockConfig,
  recordProblem,
  writeState,
  type PluginStates,
  type DesiredPlugins,
} from '../state/plugin-state-store.ts';
import { planSwitch } from '../state/switch-plan.ts';
import { createInstalledPlugins, type InstalledPlugins } from './installed-plugins.ts';
import { createPluginLifecycle } from './plugin-lifecycle.ts';
import { reconcile } from './reconcile.ts';

/** The plugins of a server, from its start to its end. */
export interface RunningPluginManager {
  /** The interface for plugins. */
  readonly manager: PluginManager;
  /** Loads the enabled plugins, before their routes are mounted; one that fails is quarantined. */
  load(): Promise<void>;
  /** Starts the loaded plugins; one that fails is quarantined with those that require it. */
  start(): Promise<void>;
  /**
   * Applies decisions about plugins from now on, first installing what the deployment adds. Returns the function that
   * stops this; plugins keep running.
   */
  follow(): Promise<() => Promise<void>>;
  stopAll(): Promise<void>;
}

const retryDelayMs = 1000;

/**
 * Runs the plugins of a server and switches them at run time. Decisions are rows of the database; every node is
 * notified of them and reconciles itself.
 */
export function createPluginManager(
  services: ServerServices,
  { builtIn, states }: { readonly builtIn: readonly InstalledPlugin[]; readonly states: PluginStates },
  dynamicRoutes: DynamicRoutes,
): RunningPluginManager {
  const { plugins, database } = services;
  const installed = createInstalledPlugins(services, builtIn);
  const manifests = () => installed.manifests;
  const desired = createDesiredPlugins(services, manifests, states);
  const lifecycle = createPluginLifecycle(services);
  const parts = { services, installed, desired, lifecycle };
  // A plugin may switch others, whose contexts contain the same manager.
  const follower = createFollower(services, () => reconcile({ ...parts, manager, dynamicRoutes }));
  const manager: PluginManager = createManager(services, installed, desired, follower.apply);

  return {
    manager,
    async load() {
      await installed.refresh();
      plugins.replace(desired.registry());
      await forEachEnabled(parts, async (plugin) => {
        const loaded = await lifecycle.load(plugin, manager);
        if (loaded) plugins.add(loaded);
      });
    },
    async start() {
      await forEachEnabled(parts, ({ manifest }) => lifecycle.start(manifest.id));
      // For other processes, such as the command line.
      for (const { id } of manifests()) {
        const problem = plugins.problems[id] ?? null;
        if (problem !== (desired.states.get(id)?.problem ?? null)) await recordProblem(database, id, problem);
      }
    },
    async follow() {
      for (const loaded of plugins.loaded) if (loaded.digest) await dynamicRoutes.add(loaded);
      const unfollow = follower.follow();
      try {
        if (services.external.candidates.length > 0) await manager.apply();
      } catch (error) {
        await unfollow();
        throw error;
      }
      return unfollow;
    },
    stopAll: lifecycle.stopAll,
  };
}

interface ManagerParts {
  readonly services: ServerServices;
  readonly installed: InstalledPlugins;
  readonly desired: DesiredPlugins;
  readonly lifecycle: ReturnType<typeof createPluginLifecycle>;
}

/** Runs one step of the start for each enabled plugin; one that fails is quarantined. */
async function forEachEnabled(
  { services, installed, desired, lifecycle }: ManagerParts,
  step: (plugin: InstalledPlugin) => Promise<void>,
): Promise<void> {
  const { plugins, log } = services;
  for (const plugin of installed.all) {
    const { id } = plugin.manifest;
    if (!plugins.registry.isEnabled(id)) continue;
    try {
      await step(plugin);
    } catch (error) {
      log.error({ err: error, plugin: id }, 'a plugin failed to start and was quarantined');
      desired.quarantine(id, problemOf(services, id, error));
      await lifecycle.stop(id);
      plugins.replace(desired.registry());
    }
  }
}

/** Why a plugin did not start; throws if the deployment requires it (`"onFailure": "abort"`). */
function problemOf({ deployment }: ServerServices, id: string, error: unknown): string {
  const problem = error instanceof Error ? error.message : String(error);
  if (deployment.plugins[id]?.onFailure !== 'abort') return problem;
  throw new StartupError(
    `The plugin ${id} failed to start, and the deployment requires it ("onFailure": "abort"): ${problem}`,
    {
      cause: error,
    },
  );
}

/** The manager's interface for plugins: reports, plans and decisions. */
function createManager(
  services: ServerServices,
  installed: InstalledPlugins,
  desired: DesiredPlugins,
  apply: () => Promise<void>,
): PluginManager {
  const { deployment, plugins } = services;
  const manifests = () => installed.manifests;
  const find = (id: string) => requireManifest(manifests(), id);
  const report = createPluginReports(services, manifests, desired);
  return {
    list: () => plugins.registry.installed.map(({ id }) => report(id)),
    report,
    plan: (id, on) => planSwitch(services, manifests(), find(id), on),
    async decide({ on, also }, id, { adminId, database }) {
      for (const one of on ? [...also, id] : [id]) {
        const deployed = deployment.plugins[one]?.enabled ?? false;
        await writeState(database, one, { enabled: on === deployed ? null : on, retry: on }, adminId);
      }
    },
    async configure(id, values, { adminId, database, version = null }) {
      const manifest = find(id);
      // Read from the database: this node may not have received another node's decision yet, such as a new secret.
      const stored = await lockConfig(database, id);
      if (version !== null && Date.parse(version) !== Date.parse(stored.version)) throw fail('edit_conflict');
      const { config, changed } = readNewSettings(deployment, manifest, values, stored.config);
      const shownConfig = visibleSettings(config, secretsOf(manifest));
      await writeState(database, id, { config, shownConfig, retry: true }, adminId);
      return changed;
    },
    async retry(id, { adminId, database }) {
      if (plugins.registry.explain(find(id).id).state !== 'quarantined') throw fail('conflict');
      await writeState(database, id, { retry: true }, adminId);
    },
    external: createExternalPluginChanges(services, installed.builtIn),
    apply,
  };
}

/** Applies each decision, one after the other, and retries if the database fails. */
function createFollower({ notifications, log }: ServerServices, bring: () => Promise<void>) {
  const queue = createSerialQueue();
  /** Whether the server is about to listen: its plugins are loaded and started together before. */
  let isFollowing = false;

  function apply(): Promise<void> {
    if (!isFollowing) return Promise.reject(fail('unavailable', { retryAfter: 1 }));
    const applied = queue(bring);
    applied.catch((error: unknown) => {
      log.error({ err: error }, 'the states of plugins could not be applied');
    });
    return applied;
  }

  return {
    apply,
    /** Returns the function that stops it. */
    follow() {
      isFollowing = true;
      const closed = new AbortController();
      let latest = new AbortController();
      /** A later decision replaces a failing attempt. */
      function applyUntilDone(): void {
        latest.abort();
        latest = new AbortController();
        const signal = AbortSignal.any([closed.signal, latest.signal]);
        retry(apply, { delayMs: retryDelayMs, signal }).catch(() => undefined);
      }
      const listening = notifications.listen({
        channel: 'komak_plugins',
        // There may have been decisions before the subscription.
        onStart: applyUntilDone,
        onMessage: applyUntilDone,
      });
      return async () => {
        closed.abort();
        await listening.close();
        await queue(() => undefined);
      };
    },
  };
}
