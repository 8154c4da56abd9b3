import type { Manifest, Registry } from '#kernel/contract/index.ts';
import type { ServerContext, ServerModule } from '../api/index.ts';

/** A loaded server module with the context of its plugin. */
export interface LoadedPlugin {
  readonly id: string;
  readonly manifest: Manifest;
  /** The folder of its migrations. */
  readonly migrations: URL | null;
  readonly module: ServerModule;
  readonly context: ServerContext;
  /** The digest of the artefact from which an external plugin was loaded. */
  readonly digest?: string | undefined;
}

/**
 * The plugins of a running server: the loaded ones, and the registry that decides which are enabled. Lists are replaced
 * and never changed, so a list shows the plugins at the time when it was read.
 */
export interface PluginRegistry {
  /** The registry for calls. */
  readonly registry: Registry;
  /** The registry from which plugins read their settings: while plugins start, the next one. */
  readonly settings: Registry;
  /** Every loaded plugin, including disabled ones; required ones first. */
  readonly loaded: readonly LoadedPlugin[];
  /** Why plugins failed to start, by plugin id. */
  readonly problems: Readonly<Record<string, string>>;
  find(id: string): LoadedPlugin | undefined;
  /** Adds a plugin, replacing the one with the same id. */
  add(plugin: LoadedPlugin): void;
  remove(id: string): void;
  /** Replaces the registry; `coming` is the one that takes effect once plugins have started. */
  replace(registry: Registry, coming?: Registry): void;
  quarantine(id: string, problem: string): void;
  release(id: string): void;
}

/** Creates the plugin registry of a server, without loaded plugins. */
export function createPluginRegistry(first: Registry): PluginRegistry {
  let current = first;
  let coming: Registry | undefined;
  let loaded: readonly LoadedPlugin[] = [];
  let problems: Readonly<Record<string, string>> = {};
  return {
    get registry() {
      return current;
    },
    get settings() {
      return coming ?? current;
    },
    get loaded() {
      return loaded;
    },
    get problems() {
      return problems;
    },
    find: (id) => loaded.find((plugin) => plugin.id === id),
    add(plugin) {
      const index = loaded.findIndex(({ id }) => id === plugin.id);
      loaded = index === -1 ? [...loaded, plugin] : loaded.with(index, plugin);
    },
    remove(id) {
      loaded = loaded.filter((plugin) => plugin.id !== id);
    },
    replace(registry, next) {
      current = registry;
      coming = next;
    },
    quarantine(id, problem) {
      problems = { ...problems, [id]: problem };
    },
    release(id) {
      problems = Object.fromEntries(Object.entries(problems).filter(([plugin]) => plugin !== id));
    },
  };
}
