import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { cardsOf } from './support/applications.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('sign-in appears before 170 kB of JavaScript', async ({ open, server }) => {
  const page = await open(server.url, null, { path: 'about:blank', fresh: true });
  const scripts = await collectScripts(page, 'form button[type="submit"]');
  await page.goto('/login');
  await expect(page.getByRole('button', { name: t('kernel:login.submit'), exact: true })).toBeVisible();
  const { kilobytes, names, largest } = await scripts();
  report('before the sign-in', kilobytes, names);
  expect(names.length).toBeGreaterThan(0);
  expect(kilobytes, largest).toBeLessThanOrEqual(170);
});

test('first list appears before 277 kB of JavaScript, in at most 10 files, without map code', async ({
  as,
}) => {
  const page = await as('operator', { path: 'about:blank', fresh: true });
  const scripts = await collectScripts(page, 'li h2 a');
  await page.goto('/applications/list');
  await expect(cardsOf(page).first()).toBeVisible();
  const { kilobytes, names, largest } = await scripts();
  report('before the first list', kilobytes, names);
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThanOrEqual(10);
  expect(kilobytes, largest).toBeLessThanOrEqual(277);
  // An icon is also named `map`.
  expect(
    names.filter((name) => /(komak|office|base)-map|map-(canvas|editor)|deck|maplibre/i.test(name)),
  ).toEqual([]);
});

test('the first list is requested before the code has loaded, and once', async ({ as }) => {
  const page = await as('operator', { path: 'about:blank', fresh: true });
  const isList = (address: string) => new URL(address).pathname === '/api/uz/applications';
  const requests: string[] = [];
  page.on('request', (request) => void (isList(request.url()) && requests.push(request.url())));
  const list = page.waitForRequest((request) => isList(request.url()));
  await page.route('**/assets/index-*.js', async (route) => {
    await list;
    await route.continue();
  });
  await page.goto('/applications/list');
  await expect(cardsOf(page).first()).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('an embedded map for viewing appears before 320 kB of JavaScript, without the editor', async ({
  open,
  server,
}) => {
  const page = await open(server.url, null, { path: 'about:blank', fresh: true });
  const scripts = await collectScripts(page, '[data-ready]');
  await page.route('**/host', (route) => route.fulfill({ contentType: 'text/html', body: hostPage }));
  await page.goto('/host');
  await page.locator('[data-ready]').waitFor();
  const { kilobytes, names, largest } = await scripts();
  report('before the map', kilobytes, names);
  const isEditor = (name: string) => name.includes('map-editor');
  expect(names.some((name) => name.includes('komak-map'))).toBe(true);
  expect(names.filter(isEditor)).toEqual([]);
  expect(kilobytes, largest).toBeLessThanOrEqual(320);
  const editing = page.waitForRequest((request) => isEditor(request.url()));
  await page.locator('komak-map').evaluate((map) => map.setAttribute('mode', 'edit'));
  await editing;
});

const hostPage = `<!doctype html><html lang="uz"><title>host</title>
  <body><komak-map tiles="none"></komak-map>
  <script>addEventListener('ready', () => { document.body.dataset.ready = ''; });</script>
  <script type="module" src="/widgets/komak-map.js"></script></body></html>`;

interface Weight {
  readonly kilobytes: number;
  readonly names: readonly string[];
  /** The ten largest files, for reducing the size. */
  readonly largest: string;
}

/**
 * Records every script; the result is the gzipped size of those requested before `awaited` appeared. The page
 * itself records the time, so that later scripts do not count on a busy machine.
 */
async function collectScripts(page: Page, awaited: string): Promise<() => Promise<Weight>> {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    const { pathname } = new URL(response.url());
    if (!type.includes('javascript') || sizes.has(pathname)) return;
    sizes.set(
      pathname,
      response.body().then(weigh, () => 0),
    );
  });
  await page.addInitScript(markWhenThere, awaited);
  return async () => {
    const early = await page.evaluate(() => {
      const moment = performance.getEntriesByName('awaited')[0]?.startTime ?? Infinity;
      const requests = performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime <= moment);
      return requests.map(({ name }) => new URL(name).pathname);
    });
    const files = await Promise.all(
      [...sizes]
        .filter(([name]) => early.includes(name))
        .map(async ([name, size]) => ({ name, bytes: await size })),
    );
    const heaviest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, 10);
    return {
      kilobytes: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
      names: files.map(({ name }) => name),
      largest: heaviest.map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(1)} kB`).join('\n'),
    };
  };
}

/** Runs in the browser: records when an element first appears. */
function markWhenThere(awaited: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(awaited)) return;
    observer.disconnect();
    performance.mark('awaited');
  });
  observer.observe(document, { childList: true, attributes: true, subtree: true });
}

function weigh(body: Buffer): number {
  return gzipSync(body, { level: 9 }).length;
}

function report(moment: string, kilobytes: number, names: readonly string[]): void {
  process.stdout.write(`    ${kilobytes.toFixed(1)} kB of JavaScript in ${names.length} files ${moment}\n`);
}
