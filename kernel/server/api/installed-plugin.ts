import type { Manifest } from '#kernel/contract/index.ts';
import { isServerPlugin, type ServerPlugin } from './server-module.ts';

/** A plugin in its folder. The server module is loaded only when the plugin is enabled. */
export interface InstalledPlugin {
  readonly manifest: Manifest;
  /** Folder of `NNN-name.sql` files, applied in the order of their names, once each. */
  readonly migrations: URL | null;
  /** Of an external plugin: the digest of its artefact, whose migrations were applied when it was installed. */
  readonly digest?: string;
  /** Loads the server module; null if there is none; throws if its code cannot be loaded. */
  load(): Promise<ServerPlugin | null>;
}

/** The one server plugin that a module exports. */
export async function importServer(address: string): Promise<ServerPlugin> {
  const exported: object = await import(address);
  const plugins = Object.values(exported).filter(isServerPlugin);
  const [found] = plugins;
  if (!found || plugins.length > 1) {
    throw new Error(`${address} must export exactly one defineServer(…), and exports ${plugins.length}`);
  }
  return found;
}
