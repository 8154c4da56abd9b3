import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

/** Former names of benchmarks that are still in use. */
const aliases = new Map([['felt', 'perceived-latency']]);

// `npm run bench -- <name>`: each benchmark is a sibling folder with a `run.ts` that prints a table; `support`
// is shared by them.
const entries = await readdir(import.meta.dirname, { withFileTypes: true });
const names = entries
  .filter((entry) => entry.isDirectory() && entry.name !== 'support')
  .map((entry) => entry.name);
const given = process.argv[2] ?? '';
const name = aliases.get(given) ?? given;

if (names.includes(name)) {
  await import(pathToFileURL(join(import.meta.dirname, name, 'run.ts')).href);
} else {
  process.stderr.write(`Name a benchmark: npm run bench -- ${names.join(' | ')}\n`);
  process.exitCode = 1;
}
