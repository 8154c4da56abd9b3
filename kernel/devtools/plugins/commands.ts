import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { digestOf, writeArchive } from '#kernel/server/artefacts/archive.ts';
import { packSource } from './pack.ts';

type Print = (line: string) => void;

/** Packs a source folder into a `.tgz`; returns its path. */
export async function pack(folder: string, out: string | null, print: Print): Promise<string> {
  const files = await packSource(resolve(folder));
  const { name, version } = JSON.parse(String(files.get('package.json'))) as {
    name: string;
    version: string;
  };
  const path = resolve(out ?? `${name.replace(/^@/, '').replaceAll('/', '-')}-${version}.tgz`);
  const archive = await writeArchive(files);
  await writeFile(path, archive);
  print(`${path}: ${archive.length} bytes`);
  for (const [file, content] of files) print(`  ${file}: ${content.length} bytes`);
  print(`  ${digestOf(files)}`);
  return path;
}

/** Whether a folder holds a plugin's source rather than an artefact. */
export async function isSource(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return false;
  return (await readFile(resolve(path, 'manifest.json')).catch(() => null)) === null;
}

export { packSource } from './pack.ts';
export { writeNewPlugin } from './new-plugin.ts';
