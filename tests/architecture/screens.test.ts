import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { selectionVariable } from '../support/short-run.ts';
import { manifests } from './manifests.ts';
import { root } from './sources.ts';

interface Suite {
  readonly specs: readonly { readonly tests: readonly { readonly annotations: readonly Annotation[] }[] }[];
  readonly suites?: readonly Suite[];
}

interface Annotation {
  readonly type: string;
  readonly description?: string;
}

/** The addresses that browser tests check, as listed by Playwright, without queries. */
const checked = (JSON.parse(listTests()) as { suites: readonly Suite[] }).suites
  .flatMap(annotationsIn)
  .filter(({ type }) => type === 'screen')
  .map(({ description = '' }) => description.replace(/\?.*/, ''));

const pages = manifests.flatMap(({ routes }) => Object.values(routes ?? {}).map(({ path }) => path));

test.each(pages)('a browser test checks the page %s', (path) => {
  const own = path.replaceAll(/:\w+/g, '[^/]+').replace('/*', '/[\\w-]+');
  const matching = checked.filter((address) => new RegExp(`^${own}$`).test(address));
  // `/households/add` does not match `/households/:id`.
  expect(matching.filter((address) => address === path || !pages.includes(address))).not.toEqual([]);
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

function annotationsIn({ specs, suites = [] }: Suite): Annotation[] {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations));
  return [...own, ...suites.flatMap(annotationsIn)];
}
