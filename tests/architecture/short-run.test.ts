import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { longUnitTests, shortBrowserTests } from '../support/short-run.ts';

const root = resolve(import.meta.dirname, '../..');
const e2e = resolve(root, 'tests/e2e');

/** The single patterns of a brace pattern: a name in braces that no file has would be ignored silently. */
function singles(pattern: string): readonly string[] {
  const [whole, names] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || names === undefined) return [pattern];
  return names.split(',').flatMap((name) => singles(pattern.replace(whole, name)));
}

test('each test that a short run omits, and each browser test that it includes, exists', () => {
  const missing = [
    ...longUnitTests.flatMap(singles).filter((pattern) => globSync(pattern, { cwd: root }).length === 0),
    ...shortBrowserTests.flatMap(singles).filter((pattern) => globSync(pattern, { cwd: e2e }).length === 0),
  ];
  expect(missing).toEqual([]);
});

test('a short run includes every file of screens', () => {
  const chosen = new Set(shortBrowserTests.flatMap((pattern) => globSync(pattern, { cwd: e2e })));
  expect(globSync('*screens.spec.ts', { cwd: e2e }).filter((name) => !chosen.has(name))).toEqual([]);
});
