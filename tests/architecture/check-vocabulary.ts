import { findRetired } from './find-retired.ts';

const found = findRetired();
for (const { path, kind, name, use } of found) {
  process.stdout.write(`${path}: the ${kind} "${name}" has a retired word; use: ${use}\n`);
}
process.stdout.write(
  found.length === 0 ? 'No retired word is in use.\n' : `${found.length} retired words.\n`,
);
process.exitCode = found.length === 0 ? 0 : 1;
