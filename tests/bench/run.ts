import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

// `npm run bench -- <name>`: each benchmark is a folder beside this file with a `run.ts`, and prints a table.
const entries = await readdir(import.meta.dirname, { withFileTypes: true });
const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
const name = process.argv[2];

if (name !== undefined && names.includes(name)) {
  await import(pathToFileURL(join(import.meta.dirname, name, 'run.ts')).href);
} else {
  process.stderr.write(`Name a benchmark: npm run bench -- ${names.join(' | ')}\n`);
  process.exitCode = 1;
}
