import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { longBrowserTests, selectionVariable } from '../support/short-run.ts';
import { manifests } from './manifests.ts';
import { root } from './sources.ts';

interface Suite {
  readonly specs: readonly Spec[];
  readonly suites?: readonly Suite[];
}

interface Spec {
  readonly title: string;
  readonly tests: readonly { readonly annotations: readonly Annotation[] }[];
}

interface Annotation {
  readonly type: string;
  readonly description?: string;
}

/** All browser tests, as listed by Playwright. */
const browserTests = (JSON.parse(listTests()) as { suites: readonly Suite[] }).suites.flatMap(specsIn);

/** The addresses that browser tests check, without queries. */
const checked = browserTests
  .flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations))
  .filter(({ type }) => type === 'screen')
  .map(({ description = '' }) => description.replace(/\?.*/, ''));

const pages = manifests.flatMap(({ routes }) => Object.values(routes ?? {}).map(({ path }) => path));

test.each(pages)('a browser test checks the page %s', (path) => {
  const own = path.replaceAll(/:\w+/g, '[^/]+').replace('/*', '/[\\w-]+');
  const matches = checked.filter((address) => new RegExp(`^${own}$`).test(address));
  // `/households/add` does not match `/households/:id`.
  expect(matches.filter((address) => address === path || !pages.includes(address))).not.toEqual([]);
});

test('each browser test that a short run omits by its title exists', () => {
  expect(
    longBrowserTests.filter((omitted) => !browserTests.some(({ title }) => title.startsWith(omitted))),
  ).toEqual([]);
});

/** Lists all browser tests without a browser. */
function listTests(): string {
  const config = ['--config', 'tests/e2e/playwright.config.ts'];
  return execFileSync('node_modules/.bin/playwright', ['test', '--list', '--reporter=json', ...config], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, KOMAK_VISUAL: '', [selectionVariable]: 'all', CHROMIUM_PATH: 'none' },
    maxBuffer: 64 * 1024 * 1024,
  });
}

function specsIn({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsIn)];
}
