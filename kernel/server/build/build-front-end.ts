import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../config/startup-error.ts';

/** Everything that the front end is built from. */
const sources = [
  'kernel/app/client',
  'kernel/client',
  'kernel/contract',
  'kernel/domain',
  'kernel/identity/client',
  'kernel/identity/contract',
  'kernel/records/client',
  'kernel/records/contract',
  'widgets',
  'index.html',
  'locales/uz/map.json',
  'locales/ru/map.json',
  'locales/uz/chat.json',
  'locales/ru/chat.json',
  'locales/uz/apply.json',
  'locales/ru/apply.json',
  'vite.config.ts',
  'vite.first-chunks.ts',
  'vite.shared-modules.ts',
  'vite.widgets.config.ts',
  'package-lock.json',
];
const ofPlugin = ['manifest.ts', 'contract.ts', 'sign-in.ts', 'client'];

/** Builds the front end with vite unless `dist` was built from the same sources; returns whether it built. */
export async function buildFrontEnd(root: string): Promise<boolean> {
  const dist = join(root, 'dist');
  const stampFile = join(dist, '.stamp');
  const built = existsSync(join(dist, 'index.html'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  // An installation without development packages serves the build that it contains.
  if (!existsSync(vite) || !existsSync(join(root, 'index.html'))) return false;
  const stamp = await stampOf(root);
  if (built && (await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return false;
  process.stdout.write('Building the front end, which takes a few seconds the first time …\n');
  await build(root, vite);
  await writeFile(stampFile, stamp);
  return true;
}

async function build(root: string, vite: string): Promise<void> {
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  if (code !== 0) throw new StartupError('The front end could not be built; see the output of vite above.');
}

/** A hash over the contents, since modification times are meaningless after a checkout or a copy. */
async function stampOf(root: string): Promise<string> {
  const plugins = await readdir(join(root, 'plugins')).catch(() => []);
  const paths = [...sources, ...plugins.flatMap((id) => ofPlugin.map((part) => `plugins/${id}/${part}`))];
  const files = (await Promise.all(paths.map((path) => filesUnder(root, path)))).flat().toSorted();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

async function filesUnder(root: string, path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return existsSync(join(root, path)) ? [path] : [];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
