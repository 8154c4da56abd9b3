import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pluginOf, type Plugin } from '#kernel/contract/index.ts';
import { root } from './sources.ts';

/** The names of the plugins' folders. */
export const pluginFolders: readonly string[] = readdirSync(join(root, 'plugins'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

/** The manifests of the plugins, in the order of their folders. */
export const manifests: readonly Plugin[] = await Promise.all(pluginFolders.map(manifestOf));

async function manifestOf(folder: string): Promise<Plugin> {
  const path = join(root, 'plugins', folder, 'manifest.ts');
  return pluginOf((await import(path)) as Record<string, unknown>, path);
}
