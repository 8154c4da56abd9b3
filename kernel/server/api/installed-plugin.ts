import type { Manifest } from '#kernel/contract/index.ts';
import { isServerPlugin, type ServerPlugin } from './server-module.ts';

/** A plugin in its folder. Its server module is loaded only if it is enabled. */
export interface InstalledPlugin {
  readonly manifest: Manifest;
  /** A folder of `NNN-name.sql` files, each applied once, in the order of their names. */
  readonly migrations: URL | null;
  /** Set for an external plugin: the digest of its artefact, whose migrations were applied at its installation. */
  readonly digest?: string;
  /** Loads the server module; null if there is none; throws if its code cannot be loaded. */
  load(): Promise<ServerPlugin | null>;
}

/** The server plugin that a module exports; throws unless there is exactly one. */
export async function importServer(address: string): Promise<ServerPlugin> {
  const exported: object = await import(address);
  const plugins = Object.values(exported).filter(isServerPlugin);
  const [found] = plugins;
  if (!found || plugins.length > 1) {
    throw new Error(`${address} must export exactly one defineServer(…), and exports ${plugins.length}`);
  }
  return found;
}
