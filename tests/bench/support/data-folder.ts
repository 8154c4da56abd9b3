import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Options } from './options.ts';

/** The location of a run's data. */
export interface DataFolder {
  readonly path: string;
  /** Tells the next run that it may reuse this data. */
  markFilled(): Promise<void>;
  /** Removes it, unless it should be kept. */
  leave(): Promise<void>;
}

/**
 * A new folder, or with `--keep` that of the previous run if it was seeded by the same statements; `seeds`
 * are additional files with such statements.
 */
export async function openFolder(
  { keep, rows }: Options,
  { name, seeds }: { name: string; seeds: readonly string[] } = { name: 'applications', seeds: [] },
): Promise<DataFolder> {
  if (!keep) {
    const path = await mkdtemp(join(tmpdir(), 'komak-bench-'));
    return { path, markFilled: async () => {}, leave: () => rm(path, { recursive: true, force: true }) };
  }
  const path = join(tmpdir(), `komak-bench-${name}-${rows}`);
  const mark = join(path, 'filled');
  const digest = await digestOfSources(seeds);
  const former = await readFile(mark, 'utf8').catch(() => '');
  if (former !== digest) await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  return { path, markFilled: () => writeFile(mark, digest), leave: async () => {} };
}

/** A digest of seeds and migrations: the server rejects a database whose migrations have changed since. */
async function digestOfSources(seeds: readonly string[]): Promise<string> {
  const root = resolve(import.meta.dirname, '../../..');
  const found = await Promise.all(
    ['kernel', 'plugins'].map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true }))
        .filter((name) => name.endsWith('.sql'))
        .map((name) => join(root, folder, name)),
    ),
  );
  const hash = createHash('sha256');
  for (const file of [
    join(import.meta.dirname, '../applications/seed.ts'),
    ...seeds,
    ...found.flat().toSorted(),
  ]) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
}
