import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { builtPath, digestOf, readFiles, shippedPaths } from './archive.ts';
import { makeProvenance } from './provenance.ts';
import { committedFiles, makeReleaseFiles, toJson } from './release-files.ts';

/**
 * `npm run release`: builds the front end and writes an archive, its SBOM, the licences of everything shipped, and a
 * provenance file into `release/`. `npm run release -- --twice` builds a second time and compares the digests.
 */
const root = resolve(import.meta.dirname, '../../..');
const target = join(root, 'release');
const run = async (command: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(command, [...args], { cwd: root, maxBuffer: 64 * 2 ** 20 })).stdout.trim();

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
const commit = await run('git', ['rev-parse', 'HEAD']);
const time = new Date(await run('git', ['show', '-s', '--format=%cI', 'HEAD']));
const folder = `komak-${version}`;

if ((await run('git', ['status', '--porcelain'])) !== '') {
  process.stderr.write('There are uncommitted changes; a release is made from a commit.\n');
  process.exit(1);
}

const files = await makeFiles();
if (process.argv.includes('--twice')) {
  const again = await makeFiles();
  const different = Object.keys(files).filter((name) => digestOf(files[name]!) !== digestOf(again[name]!));
  if (different.length > 0) {
    process.stderr.write(`Two builds of ${commit} differ: ${different.join(', ')}\n`);
    process.exit(1);
  }
  process.stdout.write('Two builds are identical.\n');
}

const digests = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, digestOf(content)]));
const lockDigest = digestOf(await readFile(join(root, 'package-lock.json')));
const provenance = makeProvenance({
  version,
  commit,
  time,
  digests,
  lockDigest,
  node: process.version,
  npm: await run('npm', ['--version']),
});
await rm(target, { recursive: true, force: true });
await mkdir(target);
for (const [name, content] of Object.entries({ ...files, 'provenance.json': toJson(provenance) })) {
  await writeFile(join(target, name), content);
  process.stdout.write(`${digestOf(content)}  release/${name}\n`);
}

/** Builds the front end and returns the files of a release by name. */
async function makeFiles(): Promise<Record<string, Buffer>> {
  await rm(join(root, 'dist'), { recursive: true, force: true });
  await run('node_modules/.bin/vite', ['build', '--logLevel', 'warn']);
  const paths = [...(await committedFiles(root, shippedPaths)), builtPath];
  return makeReleaseFiles({ root, folder, files: await readFiles(root, paths), time });
}
