import { cp, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { packPluginApi } from '../plugin-api/pack.ts';

/** Packages for type checking a plugin; at run time the host shares its own. */
const typePackages = [
  '@apollo/client',
  '@types/node',
  '@types/react',
  'i18next',
  'kysely',
  'react',
  'react-router-dom',
  'styled-components',
  'typescript',
  'zod',
];

const template = new URL('./template/', import.meta.url);

/** Writes the source of a new plugin into an empty or missing folder; otherwise throws a {@link StartupError}. */
export async function writeNewPlugin(id: string, folder: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]{1,39}$/.test(id))
    throw new StartupError(
      `"${id}" is not a plugin id: use 2 to 40 of a-z, 0-9 and _, beginning with a letter.`,
    );
  const found = await stat(folder).catch(() => null);
  if (found && (!found.isDirectory() || (await readdir(folder)).length > 0))
    throw new StartupError(`${folder} exists and is not empty; name another folder.`);
  await mkdir(folder, { recursive: true });
  await cp(template, folder, { recursive: true });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, withNames(text, id));
    await rename(file, file.replace(/\.txt$/, ''));
  }
  await writeDependencies(join(folder, 'package.json'), await packPluginApi(folder));
}

/**
 * Adds development dependencies, so that `npm install` provides the types of plugin-api and of packages in the host's
 * versions.
 */
async function writeDependencies(file: string, api: string): Promise<void> {
  const host = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const versions: Readonly<Record<string, string>> = { ...host.dependencies, ...host.devDependencies };
  const own = JSON.parse(await readFile(file, 'utf8')) as object;
  const devDependencies = {
    '@komak/plugin-api': `file:${basename(api)}`,
    ...Object.fromEntries(typePackages.map((name) => [name, versions[name] ?? '*'])),
  };
  await writeFile(file, `${JSON.stringify({ ...own, devDependencies }, null, 2)}\n`);
}

function withNames(text: string, id: string): string {
  const camel = id.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/_+$/, '');
  const pascal = camel.charAt(0).toUpperCase() + camel.slice(1);
  return text.replaceAll('sample_plugin', id).replaceAll('SamplePlugin', pascal);
}
