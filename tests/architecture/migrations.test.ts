import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checksumOf } from '#kernel/server/database/migrations/migrate.ts';
import { checksumsFile, readChecksums } from './migration-checksums.ts';
import { root } from './sources.ts';

// An installation does not start a plugin, or restore a backup, if a migration that it has applied is different.
test('no migration is changed or removed after it was committed, not even a comment', () => {
  const known = JSON.parse(readFileSync(checksumsFile, 'utf8')) as Record<string, string>;
  const now = readChecksums();
  const changed = Object.entries(known).filter(([path, checksum]) => now[path] !== checksum);
  expect(changed.map(([path]) => path)).toEqual([]);
});

test('every migration is listed: `node tests/architecture/migration-checksums.ts` adds new ones', () => {
  const known = JSON.parse(readFileSync(checksumsFile, 'utf8')) as Record<string, string>;
  expect(Object.keys(readChecksums()).filter((path) => !(path in known))).toEqual([]);
});

test('the list has the checksums that installations store', () => {
  const [path = '', checksum] = Object.entries(readChecksums())[0] ?? [];
  expect(checksum).toBe(checksumOf(readFileSync(join(root, path), 'utf8')));
});
