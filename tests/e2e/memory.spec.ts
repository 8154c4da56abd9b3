import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { serveHostPage } from './support/chat.ts';
import { Memory } from './support/memory.ts';
import { everyPath } from './support/every-path.ts';
import { goTo } from './support/pages.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { startSite, type Site } from './support/site.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

/** How often a map or a chat is mounted; it takes a third of a second each time. */
const mounts = 30;
/** Visits of each page of the back-office; thirty take a quarter of an hour in all. */
const visits = byLength(3, 30);
/** In the first visits code is still being compiled, which counts as heap. */
const visitLimits = { times: visits, megabytes: byLength(0.4, 0.1), calm: byLength(1, 3) };

let site: Site;
let product: Server;
// In one worker, which starts a single server.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startSite();
  product = await startProduct(
    deploymentWith((deployment) => {
      deployment.allowedOrigins = [site.url];
    }),
  );
});
test.afterAll(async () => {
  await Promise.all([product?.close(), site?.close()]);
});

interface Mount {
  readonly mode: string;
  /** The attribute of the basemap. */
  readonly tiles?: string;
  /** How long the map is shown, in milliseconds; until it is ready by default. */
  readonly after?: number;
}

/** Runs in the page: mounts the map with a thousand areas, and removes it. */
async function mountMap({ mode, tiles = 'none', after }: Mount): Promise<void> {
  const map = document.createElement('komak-map');
  map.setAttribute('mode', mode);
  map.setAttribute('tiles', tiles);
  map.style.cssText = 'display: block; width: 800px; height: 600px';
  const polygons = Array.from({ length: 1000 }, (_, at) => {
    const [lat, lng] = [41 + (at % 40) / 100, 60 + Math.floor(at / 40) / 100];
    const coords = [
      [lat, lng],
      [lat, lng + 0.008],
      [lat + 0.008, lng + 0.008],
    ];
    return { id: at + 1, title: `N${at}`, color: '#1d5fd1', coords };
  });
  Object.assign(map, { value: { polygons, markers: [] } });
  const ready = new Promise((resolve) => {
    if (after === undefined) map.addEventListener('ready', resolve, { once: true });
    else setTimeout(resolve, after);
  });
  document.body.append(map);
  await ready;
  map.remove();
  // Torn down in the next task, since moving an element removes it too.
  await new Promise((resolve) => setTimeout(resolve, 10));
}

async function openMapPage(page: Page): Promise<Memory> {
  site.put('/maps', {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="uz"><title>host</title>
      <body><script type="module" src="${product.url}/widgets/komak-map.js"></script></body></html>`,
  });
  await page.goto(`${site.url}/maps`);
  await page.waitForFunction(() => customElements.get('komak-map') !== undefined);
  return Memory.of(page);
}

for (const mode of ['edit', 'view']) {
  test(`mounted and unmounted maps leave nothing behind, in ${mode}`, async ({ page }) => {
    test.setTimeout(240_000);
    const memory = await openMapPage(page);
    await memory.expectFlat(() => page.evaluate(mountMap, { mode }), { times: mounts });
  });
}

for (const mode of ['edit', 'view']) {
  test(`maps with a basemap leave nothing behind, in ${mode}`, async ({ page }) => {
    test.setTimeout(240_000);
    const tiles = await readFile(new URL('../../plugins/households/demo/city.pmtiles', import.meta.url));
    site.put('/city.pmtiles', { type: 'application/vnd.pmtiles', body: tiles });
    const memory = await openMapPage(page);
    let ranges = 0;
    page.on('response', (response) => {
      if (response.status() === 206) ranges += 1;
    });
    // Long enough for the tiles of most mounts; some maps are unmounted while tiles load.
    const mount = () => page.evaluate(mountMap, { mode, tiles: `${site.url}/city.pmtiles`, after: 400 });
    await memory.expectFlat(mount, { times: mounts });
    expect(ranges, 'parts of the archive that were read').toBeGreaterThan(mounts);
  });
}

test('maps that are unmounted before they are ready leave nothing behind', async ({ page }) => {
  test.setTimeout(240_000);
  const memory = await openMapPage(page);
  await page.evaluate(mountMap, { mode: 'edit' });
  const mount = (time: number) => page.evaluate(mountMap, { mode: 'edit', after: time * (300 / mounts) });
  await memory.expectFlat(mount, { times: mounts });
});

/** Runs in the page: opens the chat, waits until its panel responds, and removes it. */
async function openChat(): Promise<void> {
  const chat = document.createElement('komak-chat');
  document.body.append(chat);
  const ready = new Promise((resolve) => addEventListener('chat-ready', resolve, { once: true }));
  chat.shadowRoot?.querySelector<HTMLElement>('button.open')?.click();
  await ready;
  chat.remove();
  await new Promise((resolve) => setTimeout(resolve, 10));
}

test('mounted and unmounted chats leave nothing behind', async ({ page }) => {
  test.setTimeout(240_000);
  serveHostPage(site, product);
  await page.goto(`${site.url}/host`);
  await page.waitForFunction(() => document.querySelector('komak-chat') !== null);
  await page.evaluate(() => {
    const { komakChat } = window as unknown as { komakChat: (...call: unknown[]) => void };
    komakChat('on', 'ready', () => dispatchEvent(new Event('chat-ready')));
    // Last, since a call creates a missing element.
    document.querySelector('komak-chat')?.remove();
  });
  const memory = await Memory.of(page);
  await memory.expectFlat(() => page.evaluate(openChat), { times: mounts });
});

const nowhere = '/nowhere';

/** Opens a page of the back-office, and leaves it once it is complete: with its map, if it has one. */
async function visit(page: Page, path: string, hasMap: boolean): Promise<void> {
  const lost = page.getByRole('heading', { level: 1, name: t('kernel:pages.notFound.title') });
  await goTo(page, path);
  // The page before stays while the code of the next one loads.
  await expect(lost).toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  if (hasMap) await expect(page.locator('main canvas').first()).toBeVisible();
  // Lets the page finish work that starts after its heading.
  await page.waitForTimeout(100);
  await goTo(page, nowhere);
  await expect(lost).toBeVisible();
}

/** Opens a page until nothing of it is loading; returns whether it has a map. */
async function showsMap(page: Page, path: string): Promise<boolean> {
  await goTo(page, path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  return (await page.locator('main canvas').count()) > 0;
}

test('opening and leaving each page of the back-office leaves nothing behind', async ({
  as,
  server,
  api,
}) => {
  test.setTimeout(180_000 + visits * 120_000);
  const page = await as('superadmin', { path: '/settings' });
  const paths = await everyPath(server.url, api);
  const memory = await Memory.of(page);
  // Loads the code of each page, and what several pages share.
  const mapPaths = new Set<string>();
  for (const path of paths) if (await showsMap(page, path)) mapPaths.add(path);
  expect(mapPaths.size, 'pages with a map').toBeGreaterThan(4);
  await goTo(page, nowhere);
  const failures: string[] = [];
  for (const path of paths) {
    const left = await memory.leftBy(() => visit(page, path, mapPaths.has(path)), visitLimits);
    const { nodes, listeners, heap } = left.each;
    const figures = `${nodes.toFixed(1)} nodes, ${listeners.toFixed(1)} listeners, ${(heap * 1000).toFixed(0)} kB`;
    if (isFullLength) process.stdout.write(`    ${path}: ${figures} stay of each visit\n`);
    if (!left.isFlat) failures.push(`${path}: ${figures}`);
  }
  expect(failures, 'what stays of each visit').toEqual([]);
});
