import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import semver from 'semver';
import { rolldown, type Plugin } from 'rolldown';
import { apiVersion, pluginOf, sharedModules, type Manifest } from '#kernel/contract/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import type { ArtefactFiles } from '#kernel/server/artefacts/archive.ts';
import { manifestToJson } from '#kernel/server/artefacts/manifest-json.ts';
import { artefactFolder, shareModules } from '#kernel/server/artefacts/shared-modules-hook.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { checkImports, isServer, unknownNames } from './source-imports.ts';

/**
 * Packs the source of an external plugin into the files of its artefact: bundles its modules without the shared ones,
 * evaluates its manifest, and adds its texts and migrations. Throws a {@link StartupError} that lists the problems.
 */
export async function packSource(folder: string): Promise<ArtefactFiles> {
  const manifestFile = findEntry(folder, 'manifest');
  if (!manifestFile) throw new StartupError(`There is no manifest.ts in ${folder}.`);
  const files = new Map<string, Buffer>();
  const manifest = await evaluateManifest(await bundle(folder, manifestFile, sharedModules.server));
  files.set('package.json', await readPackage(folder, manifest));
  files.set('manifest.json', Buffer.from(`${JSON.stringify(manifestToJson(manifest), null, 2)}\n`));
  for (const side of ['client', 'server'] as const) {
    const entry = findEntry(folder, side) ?? findEntry(folder, join(side, 'index'));
    const shared = side === 'client' && manifest.isolation === 'frame' ? 'frame' : side;
    if (entry) files.set(`${side}.js`, Buffer.from(await bundle(folder, entry, sharedModules[shared])));
  }
  for (const language of languages) await copy(join('locales', `${language}.json`));
  const migrations = await readdir(join(folder, 'server', 'migrations')).catch(() => []);
  for (const name of migrations.filter((one) => one.endsWith('.sql')).toSorted())
    await copy(join('server', 'migrations', name), `migrations/${name}`);
  return files;

  async function copy(path: string, target = path): Promise<void> {
    const content = await readFile(join(folder, path)).catch(() => null);
    if (!content) throw new StartupError(`The file ${path} is missing in ${folder}.`);
    files.set(target.split('\\').join('/'), content);
  }
}

function findEntry(folder: string, name: string): string | null {
  const files = ['.ts', '.tsx', '.js', '.jsx'].map((extension) => join(folder, name + extension));
  return files.find((file) => existsSync(file)) ?? null;
}

async function bundle(folder: string, entry: string, shared: readonly string[]): Promise<string> {
  const problems = new Set<string>();
  const code = await bundleUnchecked(entry, shared, await checkImports(folder, { shared, problems }));
  const wrong = problems.size > 0 ? [...problems] : await unknownNames(code);
  if (wrong.length > 0) throw new StartupError(wrong.join('\n'));
  return code;
}

async function bundleUnchecked(entry: string, shared: readonly string[], imports: Plugin): Promise<string> {
  try {
    const build = await rolldown({
      input: entry,
      plugins: [imports],
      external: (id) => shared.includes(id) || (isServer(shared) && id.startsWith('node:')),
      platform: 'neutral',
      resolve: { conditionNames: ['import', 'default'], mainFields: ['module', 'main'] },
      logLevel: 'silent',
    });
    const { output } = await build.generate({ format: 'es', codeSplitting: false });
    await build.close();
    return output[0].code;
  } catch (error) {
    const reason = stripVTControlCharacters((error as Error).message);
    throw new StartupError(`${entry} cannot be bundled: ${reason}`, { cause: error });
  }
}

/** Evaluates the bundled manifest at a place where the shared modules resolve. */
async function evaluateManifest(code: string): Promise<Manifest> {
  const folder = join(await mkdtemp(join(tmpdir(), 'komak-pack-')), artefactFolder);
  const file = join(folder, 'manifest.mjs');
  const undo = shareModules();
  try {
    await mkdir(folder);
    await writeFile(file, code);
    return pluginOf((await import(pathToFileURL(file).href)) as Record<string, unknown>, 'manifest.ts');
  } catch (error) {
    throw new StartupError(`The manifest cannot be evaluated: ${(error as Error).message}`, { cause: error });
  } finally {
    undo();
    await rm(join(folder, '..'), { recursive: true, force: true });
  }
}

/** The package.json fields that an artefact needs: its name, and the version of plugin-api. */
async function readPackage(folder: string, manifest: Manifest): Promise<Buffer> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new StartupError(`The file package.json is missing in ${folder}.`);
  const { name, version, komak } = JSON.parse(text) as Record<string, unknown>;
  if (version !== manifest.version)
    throw new StartupError(
      `package.json in ${folder} has version ${String(version)}, but the manifest ${manifest.version}; they must be the same.`,
    );
  if (typeof (komak as { apiVersion?: unknown } | undefined)?.apiVersion !== 'string')
    throw new StartupError(
      `package.json in ${folder} does not name its version of plugin-api: "komak": { "apiVersion": "^${semver.major(apiVersion)}" }.`,
    );
  return Buffer.from(`${JSON.stringify({ name, version, type: 'module', komak }, null, 2)}\n`);
}
