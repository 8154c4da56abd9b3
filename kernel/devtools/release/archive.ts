import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** The built front end. */
export const builtPath = 'dist';

/**
 * The files of an installation besides its packages and the front end: those that the last stage of the Dockerfile
 * copies, demonstration data, and the pages and files that `README.md` and `kernel/running.md` name. Only committed
 * files.
 */
export const shippedPaths: readonly string[] = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'README.md',
  'LICENSE',
  'deployment.json',
  'deployment.schema.json',
  'kernel/README.md',
  'kernel/accessibility',
  'kernel/accessibility.md',
  'kernel/app/server',
  'kernel/contract',
  'kernel/decisions',
  'kernel/dependencies.md',
  'kernel/devtools/demo',
  'kernel/domain',
  'kernel/folders.md',
  'kernel/identity',
  'kernel/kubernetes',
  'kernel/monitoring',
  'kernel/packages.md',
  'kernel/plugin-api',
  'kernel/records',
  'kernel/server',
  'kernel/running.md',
  'kernel/running',
  'kernel/security.md',
  'kernel/security-access.md',
  'kernel/security-data.md',
  'plugins',
  'locales',
  'tests/README.md',
  'tests/e2e/README.md',
  'tests/e2e/pictures',
  'widgets/README.md',
  'widgets/reference',
  'widgets/reference.md',
];

/** One file of an archive. */
export interface ArchiveFile {
  readonly path: string;
  readonly content: Buffer;
}

/** Reads files and folders below `root`, without tests and training texts, sorted by path. */
export async function readFiles(root: string, paths: readonly string[]): Promise<readonly ArchiveFile[]> {
  const lists = await Promise.all(paths.map((path) => filesAt(root, path)));
  const files = lists
    .flat()
    .filter((path) => !/\.(test|spec)\.tsx?$|^plugins\/[^/]+\/server\/training\//.test(path));
  return Promise.all(
    files
      .toSorted()
      .map(async (path): Promise<ArchiveFile> => ({ path, content: await readFile(join(root, path)) })),
  );
}

/**
 * Makes a `.tar.gz` that depends only on names, contents and the given time: building a commit on another machine gives
 * the same bytes (https://reproducible-builds.org/docs/archives/).
 */
export async function makeArchive(
  folder: string,
  files: readonly ArchiveFile[],
  time: Date,
): Promise<Buffer> {
  const tar = pack();
  const chunks: Buffer[] = [];
  const done = (async () => {
    for await (const chunk of tar) chunks.push(chunk as Buffer);
  })();
  for (const { path, content } of files) {
    const header = { name: `${folder}/${path}`, mtime: time, mode: 0o644, uid: 0, gid: 0 };
    await new Promise<void>((resolve, reject) =>
      tar.entry(header, content, (error) => (error ? reject(error) : resolve())),
    );
  }
  tar.finalize();
  await done;
  return promisify(gzip)(Buffer.concat(chunks), { level: 9 });
}

/** The SHA-256 of some bytes, in hexadecimal. */
export const digestOf = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

async function filesAt(root: string, path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return undefined;
      throw error;
    },
  );
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
