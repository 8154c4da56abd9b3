import { createRegistry, type Manifest, type Registry } from '#kernel/contract/index.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { applyStates, readStates, type PluginStates } from './plugin-state-store.ts';

/** Which plugins should run: the deployment, what was decided since, and what could not be started. */
export interface WantedPlugins {
  /** What was decided, as of the last refresh. */
  readonly states: PluginStates;
  /** Reads the decisions anew, and releases plugins that are worth another start. */
  refresh(): Promise<void>;
  /** The registry that the decisions ask for, without plugins that are set aside. */
  registry(): Registry;
  quarantine(id: string, problem: string): void;
}

/** Follows the decisions about plugins, from the given ones on. */
export function createWantedPlugins(
  { deployment, plugins, database }: Pick<ServerServices, 'deployment' | 'plugins' | 'database'>,
  manifests: readonly Manifest[],
  first: PluginStates,
): WantedPlugins {
  const ids = manifests.map(({ id }) => id);
  /** The decided attempt at which a plugin was set aside; a later one is worth another start. */
  const attempts = new Map<string, number>();
  let states = first;
  const attemptOf = (id: string) => states.get(id)?.attempt ?? 0;

  return {
    get states() {
      return states;
    },
    async refresh() {
      states = await readStates(database);
      for (const id of Object.keys(plugins.problems)) {
        const isOn = states.get(id)?.enabled ?? deployment.plugins[id]?.enabled ?? false;
        if (!isOn || attempts.get(id) !== attemptOf(id)) plugins.release(id);
      }
    },
    registry: () => createRegistry(manifests, applyStates(deployment, states, ids), plugins.problems),
    quarantine(id, problem) {
      attempts.set(id, attemptOf(id));
      plugins.quarantine(id, problem);
    },
  };
}
