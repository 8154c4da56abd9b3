import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packPluginApi } from '#kernel/devtools/plugin-api/pack.ts';

const run = promisify(execFile);
const modules = resolve(import.meta.dirname, '../../../node_modules');

/** A folder outside the repository, with what a plugin author installs: the packed types of plugin-api and its peers. */
export interface ExternalFolder {
  readonly path: string;
  /** The compiler's errors, one per line; empty if the code is correct. */
  compile(): Promise<string>;
  remove(): Promise<void>;
}

/** Creates the folder, with a copy of a source if given. */
export async function openExternalFolder(source?: string): Promise<ExternalFolder> {
  const path = await mkdtemp(join(tmpdir(), 'komak-external-'));
  if (source !== undefined) await cp(source, path, { recursive: true });
  const archive = await packPluginApi(path);
  const own = join(path, 'node_modules/@komak/plugin-api');
  await mkdir(own, { recursive: true });
  await run('tar', ['-xzf', archive, '-C', own, '--strip-components=1']);
  await rm(archive);
  const { peerDependencies } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8')) as {
    peerDependencies: Record<string, string>;
  };
  const types = ['@types/react', '@types/node', '@types/pg', 'csstype', 'graphql', 'rxjs'];
  for (const name of [...Object.keys(peerDependencies), ...types]) {
    const link = join(path, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(modules, name), link);
  }
  return {
    path,
    async compile() {
      const compiler = join(modules, 'typescript/bin/tsc');
      const done = await run(process.execPath, [compiler, '-p', path], { cwd: path }).catch(
        (error: { stdout: string }) => error,
      );
      return done.stdout;
    },
    remove: () => rm(path, { recursive: true }),
  };
}
