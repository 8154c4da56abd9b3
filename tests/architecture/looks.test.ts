import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifests } from './manifests.ts';
import { root } from './sources.ts';

const folder = join(root, 'tests/e2e');

/** The addresses in files that give lists to `testLooks` or `testMoreLooks`, without what a list is filtered by. */
const lookedAt = readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .filter((text) => /\btest(More)?Looks\(/.test(text))
  .flatMap((text) => [...text.matchAll(/['`](\/[^'`?\s]*)/g)].map(([, path = '']) => path));

const pages = manifests.flatMap(({ routes }) => Object.values(routes ?? {}).map(({ path }) => path));

test.each(pages)('the page %s is in a list of looks', (path) => {
  const own = path.replaceAll(/:\w+/g, '[^/]+').replace('/*', '/[\\w-]+');
  const matching = lookedAt.filter((address) => new RegExp(`^${own}$`).test(address));
  // `/households/add` is not one of `/households/:id`.
  expect(matching.filter((address) => address === path || !pages.includes(address))).not.toEqual([]);
});
