import { expect, test } from 'vitest';
import { zipOf } from '../../../../tests/support/map/archives.ts';
import { readSource } from './read-source.ts';

test('an archive that expands beyond the memory limit is rejected', async () => {
  const bomb = zipOf({ 'a.shp': Buffer.alloc(320_000_000) });
  expect(bomb.length).toBeLessThan(1_000_000);
  expect((await readSource(new Blob([new Uint8Array(bomb)]), {})).failure).toBe('too_large');
});
