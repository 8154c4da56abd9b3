import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const imported = /(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/g;

/** The names of the packages that the server's source imports, except Node's and our own modules, and without the demonstration. */
export async function packagesOfServer(root: string): Promise<ReadonlySet<string>> {
  const plugins = await readdir(join(root, 'plugins'));
  const folders = [
    'kernel/contract',
    'kernel/domain',
    'kernel/app/server',
    'kernel/server',
    ...['identity', 'records'].flatMap((part) => [`kernel/${part}/contract`, `kernel/${part}/server`]),
    ...plugins.flatMap((id) =>
      ['manifest.ts', 'contract.ts', 'contract', 'sign-in.ts', 'server'].map(
        (part) => `plugins/${id}/${part}`,
      ),
    ),
  ];
  const texts = (await Promise.all(folders.map((folder) => sourcesUnder(join(root, folder))))).flat();
  const names = texts.flatMap((text) => [...text.matchAll(imported)].map(([, name = '']) => name));
  return new Set(names.filter((name) => !name.startsWith('node:')));
}

async function sourcesUnder(path: string): Promise<string[]> {
  if (path.endsWith('.ts')) return [await readFile(path, 'utf8').catch(() => '')];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter(
    (entry) => entry.isFile() && /\.[jt]s$/.test(entry.name) && !entry.name.endsWith('.test.ts'),
  );
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
}
