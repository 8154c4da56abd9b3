import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { cardsOf } from './support/applications.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('the sign-in stands there before 170 kB of JavaScript came', async ({ open, server }) => {
  const page = await open(server.url, null, { path: 'about:blank' });
  const scripts = collectScripts(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: t('kernel:login.submit'), exact: true })).toBeVisible();
  const { kilobytes, names } = await scripts();
  report('before the sign-in', kilobytes, names);
  expect(names.length).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThanOrEqual(170);
});

test('the first list stands there before 300 kB of JavaScript came, and none of it draws maps', async ({
  as,
}) => {
  const page = await as('operator', { path: 'about:blank' });
  const scripts = collectScripts(page);
  await page.goto('/applications/list');
  await expect(cardsOf(page).first()).toBeVisible();
  const { kilobytes, names } = await scripts();
  report('before the first list', kilobytes, names);
  expect(kilobytes).toBeLessThanOrEqual(300);
  expect(names.filter((name) => /map|deck|editable/i.test(name))).toEqual([]);
});

/** Gathers every script from now on; the answer weighs those that have come, gzipped. */
function collectScripts(page: Page): () => Promise<{ kilobytes: number; names: string[] }> {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!type.includes('javascript') || sizes.has(response.url())) return;
    sizes.set(
      response.url(),
      response.body().then(
        (body) => gzipSync(body, { level: 9 }).length,
        () => 0,
      ),
    );
  });
  return async () => {
    const bytes = await Promise.all(sizes.values());
    const names = [...sizes.keys()].map((url) => new URL(url).pathname);
    return { kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1000, names };
  };
}

function report(moment: string, kilobytes: number, names: readonly string[]): void {
  process.stdout.write(`    ${kilobytes.toFixed(1)} kB of JavaScript in ${names.length} files ${moment}\n`);
}
