import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksumOf } from '#kernel/server/database/migrations/migrate.ts';
import { root } from './sources.ts';

/** The list of committed migrations with their checksums. */
export const checksumsFile = join(import.meta.dirname, 'migration-checksums.json');

/** The checksums of all migrations, by path. */
export function readChecksums(): Record<string, string> {
  const paths = globSync('{kernel,plugins}/**/migrations/**/*.sql', { cwd: root }).toSorted();
  return Object.fromEntries(paths.map((path) => [path, checksumOf(readFileSync(join(root, path), 'utf8'))]));
}

// Run as a script: adds new migrations to the list, and keeps the checksums of those that it has.
if (process.argv[1] === import.meta.filename) {
  const known = existsSync(checksumsFile) ? JSON.parse(readFileSync(checksumsFile, 'utf8')) : {};
  writeFileSync(checksumsFile, `${JSON.stringify({ ...readChecksums(), ...known }, null, 2)}\n`);
}
