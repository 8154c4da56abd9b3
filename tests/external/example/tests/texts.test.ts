import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

type Tree = { readonly [key: string]: string | Tree };

const keysOf = (tree: Tree, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );

const read = async (language: string) =>
  JSON.parse(await readFile(new URL(`../locales/${language}.json`, import.meta.url), 'utf8')) as Tree;

test('both languages have the same texts, and none is empty', async () => {
  const [uz, ru] = [await read('uz'), await read('ru')];
  assert.deepEqual(keysOf(ru), keysOf(uz));
  assert.doesNotMatch(JSON.stringify([uz, ru]), /""/);
});
