import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { packagesOfServer } from './server-packages.ts';

// Removes from package.json what the server does not import, so that `npm prune` removes the packages; for an image,
// see Dockerfile.
const root = resolve(import.meta.dirname, '../../..');
const file = resolve(root, 'package.json');
const manifest = JSON.parse(await readFile(file, 'utf8')) as { dependencies: Record<string, string> };
const used = await packagesOfServer(root);
const dependencies = Object.entries(manifest.dependencies).filter(([name]) => used.has(name));
await writeFile(
  file,
  `${JSON.stringify({ ...manifest, dependencies: Object.fromEntries(dependencies) }, null, 2)}\n`,
);
