import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { packagesOfServer } from './server-packages.ts';

// Leaves in package.json only what the server imports, so that `npm prune` takes the rest away; for an image, see Dockerfile.
const root = resolve(import.meta.dirname, '../../..');
const file = resolve(root, 'package.json');
const manifest = JSON.parse(await readFile(file, 'utf8')) as { dependencies: Record<string, string> };
const wanted = await packagesOfServer(root);
const dependencies = Object.entries(manifest.dependencies).filter(([name]) => wanted.has(name));
await writeFile(
  file,
  `${JSON.stringify({ ...manifest, dependencies: Object.fromEntries(dependencies) }, null, 2)}\n`,
);
