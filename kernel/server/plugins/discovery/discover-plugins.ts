import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pluginOf, sortByRequirements, type Manifest } from '#kernel/contract/index.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { MigrationSet } from '../../database/migrations/migrate.ts';
import { importServer, type InstalledPlugin } from '../../api/installed-plugin.ts';

/** Finds the plugins in a folder; each has a `manifest.ts`, and may have a `server/index.ts`. */
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
      `The plugin in plugins/${name} has the id "${manifest.id}"; folder and id must be the same.`,
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
        const { href } = pathToFileURL(server);
        // Node caches a failed module, so another attempt imports it under another URL.
        return await importServer(failures === 0 ? href : `${href}?again=${failures}`);
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

/** The migrations of all plugins, including disabled ones, required plugins first. */
export function migrationsOf(installed: readonly InstalledPlugin[]): MigrationSet[] {
  return sortByRequirements(installed).flatMap(({ manifest, migrations }) =>
    migrations ? [{ plugin: manifest.id, folder: migrations }] : [],
  );
}
