import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { composeImages } from './installation.ts';
import { substituteOf } from './substitute-images.ts';

const folder = join(import.meta.dirname, 'substitute-images');

test('each image of compose.yaml and the Dockerfile has a substitute, and no substitute is unused', async () => {
  const images = await composeImages();
  expect(images.length).toBeGreaterThanOrEqual(4);
  const used = images.map((name) => substituteOf(name));
  for (const [index, name] of used.entries()) {
    expect(name !== undefined && existsSync(join(folder, name, 'Dockerfile')), images[index]).toBe(true);
  }
  expect(new Set(await readdir(folder))).toEqual(new Set(used));
});

test('substitutes are built from each other and from packages only', async () => {
  const made = [...(await composeImages()), 'komak-try/debian'];
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name, 'Dockerfile'), 'utf8');
    for (const [, base] of text.matchAll(/^FROM (\S+)/gm)) expect(made, name).toContain(base);
  }
});
