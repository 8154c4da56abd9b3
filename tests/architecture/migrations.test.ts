import { dirname, basename } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from './sources.ts';

test('each migration of a folder has a number of its own', () => {
  const folders = Object.entries(Object.groupBy(sources(/\.sql$/), ({ path }) => dirname(path)));
  expect(folders.length).toBeGreaterThan(20);
  for (const [folder, files = []] of folders) {
    const numbers = files.map(({ path }) => basename(path).slice(0, 3)).toSorted();
    expect(numbers, folder).toEqual([...new Set(numbers)]);
  }
});
