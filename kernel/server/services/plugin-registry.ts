import type { Manifest, Registry } from '#kernel/contract/index.ts';
import type { ServerContext, ServerModule } from '../api/index.ts';

/** A server module with the context that its plugin was given. */
export interface LoadedPlugin {
  readonly id: string;
  readonly manifest: Manifest;
  /** Folder of its migrations. */
  readonly migrations: URL | null;
  readonly module: ServerModule;
  readonly context: ServerContext;
  /** Of an outside plugin: the digest of the artefact that it was loaded from. */
  readonly digest?: string | undefined;
}

/** The plugins of a running server: those that are loaded, and the registry that says which of them are enabled. */
export interface PluginRegistry {
  /** The registry that calls are answered by. */
  readonly registry: Registry;
  /** The registry that plugins read their settings from: the coming one while plugins start. */
  readonly settings: Registry;
  /** Every loaded plugin, required ones first; disabled ones included. */
  readonly loaded: readonly LoadedPlugin[];
  /** Why plugins did not start, by plugin. */
  readonly problems: Readonly<Record<string, string>>;
  find(id: string): LoadedPlugin | undefined;
  /** Adds a plugin, in the place of the one with its id. */
  add(plugin: LoadedPlugin): void;
  remove(id: string): void;
  /** Replaces the registry; `coming` follows it once plugins have started. */
  replace(registry: Registry, coming?: Registry): void;
  quarantine(id: string, problem: string): void;
  release(id: string): void;
}

/** Makes the plugin registry of a server, with nothing loaded yet. */
export function createPluginRegistry(first: Registry): PluginRegistry {
  let current = first;
  let coming: Registry | undefined;
  const loaded: LoadedPlugin[] = [];
  const problems: Record<string, string> = {};
  return {
    get registry() {
      return current;
    },
    get settings() {
      return coming ?? current;
    },
    loaded,
    problems,
    find: (id) => loaded.find((plugin) => plugin.id === id),
    add(plugin) {
      const index = loaded.findIndex(({ id }) => id === plugin.id);
      loaded.splice(index === -1 ? loaded.length : index, 1, plugin);
    },
    remove(id) {
      const index = loaded.findIndex((plugin) => plugin.id === id);
      if (index !== -1) loaded.splice(index, 1);
    },
    replace(registry, next) {
      current = registry;
      coming = next;
    },
    quarantine: (id, problem) => void (problems[id] = problem),
    release: (id) => void delete problems[id],
  };
}
