import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pluginOf, requiredIds, type Manifest } from '#kernel/contract/index.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { MigrationSet } from '../../database/migrations/migrate.ts';
import { isServerPlugin, type ServerPlugin } from '../../api/index.ts';

/** A plugin as it lies in its folder. The server module is loaded only when the plugin is enabled. */
export interface InstalledPlugin {
  readonly manifest: Manifest;
  /** Folder of `NNN-name.sql` files, applied in the order of their names, once each. */
  readonly migrations: URL | null;
  /** Null where the plugin has no server module; throws when its code cannot be loaded. */
  load(): Promise<ServerPlugin | null>;
}

/** Finds the plugins of a folder; each has a `manifest.ts`, and may have a `server/index.ts`. */
export async function discoverPlugins(folder: string): Promise<InstalledPlugin[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'manifest.ts')))
    .map((entry) => entry.name)
    .toSorted();
  return Promise.all(names.map((name) => readPlugin(folder, name)));
}

async function readPlugin(folder: string, name: string): Promise<InstalledPlugin> {
  const manifest = await readManifest(join(folder, name, 'manifest.ts'));
  if (manifest.id !== name) {
    throw new StartupError(
      `The plugin in plugins/${name} calls itself "${manifest.id}"; folder and id must be the same.`,
    );
  }
  const server = join(folder, name, 'server', 'index.ts');
  const migrations = join(folder, name, 'server', 'migrations/');
  let failures = 0;
  return {
    manifest,
    migrations: existsSync(migrations) ? pathToFileURL(migrations) : null,
    async load() {
      if (!existsSync(server)) return null;
      try {
        return await importServer(server, failures);
      } catch (error) {
        failures++;
        throw error;
      }
    },
  };
}

async function readManifest(file: string): Promise<Manifest> {
  try {
    return pluginOf((await import(pathToFileURL(file).href)) as Record<string, unknown>, file);
  } catch (error) {
    throw new StartupError(`The manifest ${file} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Node remembers a module that failed as failed, so another attempt imports it under another address. */
async function importServer(file: string, failures: number): Promise<ServerPlugin> {
  const { href } = pathToFileURL(file);
  const exported: object = await import(failures === 0 ? href : `${href}?again=${failures}`);
  const plugins = Object.values(exported).filter(isServerPlugin);
  const [found] = plugins;
  if (!found || plugins.length > 1) {
    throw new Error(`${file} must export exactly one defineServer(…), and exports ${plugins.length}`);
  }
  return found;
}

/** The migrations of plugins, also of those that are switched off, required plugins first. */
export function migrationsOf(installed: readonly InstalledPlugin[]): MigrationSet[] {
  return sortByRequirements(installed).flatMap(({ manifest, migrations }) =>
    migrations ? [{ plugin: manifest.id, folder: migrations }] : [],
  );
}

/** The same plugins, each after those that it requires. */
export function sortByRequirements<Item extends { readonly manifest: Manifest }>(
  items: readonly Item[],
): Item[] {
  const byId = new Map(items.map((item) => [item.manifest.id, item]));
  const ordered = new Set<Item>();
  function visit(item: Item): void {
    if (ordered.has(item)) return;
    for (const id of requiredIds(item.manifest)) {
      const required = byId.get(id);
      if (required) visit(required);
    }
    ordered.add(item);
  }
  for (const item of items) visit(item);
  return [...ordered];
}
