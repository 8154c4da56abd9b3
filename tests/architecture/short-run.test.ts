import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  longBrowserTests,
  longUnitTests,
  selectionVariable,
  shortBrowserTests,
} from '../support/short-run.ts';

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

test('each browser test that a short run omits by its title exists', () => {
  const all = listBrowserTests()
    .split('\n')
    // Such as `  [pages] › shell.spec.ts:74:5 › menu › guest sees the permitted pages`.
    .flatMap((line) => (line.includes('›') ? [line.split(' › ').at(-1) ?? ''] : []));
  expect(all.length).toBeGreaterThan(100);
  expect(longBrowserTests.filter((title) => !all.some((one) => one.startsWith(title)))).toEqual([]);
});

/** All browser tests, as listed by Playwright without a browser. */
function listBrowserTests(): string {
  const config = ['--config', 'tests/e2e/playwright.config.ts'];
  return execFileSync('node_modules/.bin/playwright', ['test', '--list', ...config], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, KOMAK_VISUAL: '', [selectionVariable]: 'all', CHROMIUM_PATH: 'none' },
    maxBuffer: 64 * 1024 * 1024,
  });
}
