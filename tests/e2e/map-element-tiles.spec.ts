import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventsNamed, untilReady, visit, type Host } from './support/map-element.ts';
import { measurePicture } from './support/map-points.ts';
import { deploymentWith, startProduct } from './support/server.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const demoArchive = new URL('../../plugins/households/demo/city.pmtiles', import.meta.url);
const widgets = join(import.meta.dirname, '../../dist/widgets');

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());

test('shows an archive of another origin, in the colours of the theme, by ranges alone', async ({
  page,
  server,
}) => {
  const archives = await startSite();
  try {
    archives.put('/city.pmtiles', { type: 'application/vnd.pmtiles', body: await readFile(demoArchive) });
    const requests: { url: string; range: string | undefined; status: number }[] = [];
    page.on('response', (response) => {
      const url = response.url();
      if (!url.startsWith(archives.url)) return;
      requests.push({ url, range: response.request().headers()['range'], status: response.status() });
    });
    const body = `<komak-map theme="light" toolbar="none" tiles="${archives.url}/city.pmtiles"></komak-map>`;
    await visit(page, site, server.url, body, `'self' ${archives.url}`);
    await untilReady(page, 1);
    const map = page.locator('komak-map');
    await expect.poll(async () => (await measurePicture(map)).colors).toBeGreaterThan(12);
    expect((await measurePicture(map)).brightness).toBeGreaterThan(150);
    const ready = await eventsNamed(page, 'ready');
    await map.evaluate((element) => element.setAttribute('theme', 'dark'));
    await expect.poll(async () => (await measurePicture(map)).brightness).toBeLessThan(110);
    await expect.poll(async () => (await measurePicture(map)).colors).toBeGreaterThan(12);
    expect(await eventsNamed(page, 'ready')).toEqual(ready);
    expect(requests.length).toBeGreaterThan(1);
    for (const one of requests)
      expect(one).toEqual({
        url: `${archives.url}/city.pmtiles`,
        range: expect.stringMatching(/^bytes=\d+-\d+$/),
        status: 206,
      });
    expect(await page.evaluate(() => (window as unknown as Host).violations)).toEqual([]);

    // Another site, which does not allow this page to read it.
    archives.put('/closed.pmtiles', {
      type: 'application/vnd.pmtiles',
      body: await readFile(demoArchive),
      headers: { 'access-control-allow-origin': 'https://other.example' },
    });
    await map.evaluate(
      (element, url) => element.setAttribute('tiles', url),
      `${archives.url}/closed.pmtiles`,
    );
    const problem = t('map:tiles.problem.unreachable', { failed: '' }).split(': ')[1] ?? '';
    await expect(map.getByText(problem)).toBeVisible();
  } finally {
    await archives.close();
  }
});

test('a page that allows no worker from a blob script reports that there is no basemap', async ({
  page,
  server,
}) => {
  const archives = await startSite();
  try {
    archives.put('/city.pmtiles', { type: 'application/vnd.pmtiles', body: await readFile(demoArchive) });
    const body = `<komak-map toolbar="none" tiles="${archives.url}/city.pmtiles"></komak-map>`;
    await visit(page, site, server.url, body, `'self' ${archives.url}`, "'none'");
    await untilReady(page, 1);
    await expect(page.locator('komak-map').getByText(t('map:tiles.all_failed'))).toBeVisible();
  } finally {
    await archives.close();
  }
});

test("a page that does not get MapLibre's worker reports that there is no basemap", async ({ page }) => {
  test.setTimeout(120_000);
  const archives = await startSite();
  // Another host of the widget, which lacks the file of the worker.
  const host = await startSite();
  try {
    for (const name of await readdir(widgets, { recursive: true })) {
      if (!name.endsWith('.js') || name.includes('maplibre-gl-worker')) continue;
      host.put(`/widgets/${name}`, { type: 'text/javascript', body: await readFile(join(widgets, name)) });
    }
    archives.put('/city.pmtiles', { type: 'application/vnd.pmtiles', body: await readFile(demoArchive) });
    const body = `<komak-map toolbar="none" tiles="${archives.url}/city.pmtiles"></komak-map>`;
    await visit(page, site, host.url, body, `'self' ${archives.url}`, `blob: ${host.url}`);
    await untilReady(page, 1);
    await expect(page.locator('komak-map').getByText(t('map:tiles.all_failed'))).toBeVisible({
      timeout: 30_000,
    });
    expect(await page.evaluate(() => (window as unknown as Host).violations)).toEqual([]);
  } finally {
    await Promise.all([archives.close(), host.close()]);
  }
});

test("basemap can come from the server's own source", async ({ page }) => {
  const own = {
    id: 'city',
    name: 'Shahar',
    url: `${site.url}/tiles/good/{z}/{x}/{y}.png`,
    attribution: '© Shahar',
  };
  const product = await startProduct(deploymentWith((deployment) => void (deployment.tiles = [own])));
  try {
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    await visit(
      page,
      site,
      product.url,
      '<komak-map id="early" tiles="server"></komak-map>',
      `'self' ${product.url}`,
    );
    await expect(page.locator('komak-map').getByText('© Shahar')).toBeVisible();
    await expect.poll(() => requests.some((url) => url.startsWith(`${site.url}/tiles/good/`))).toBe(true);
    expect(await page.evaluate(() => (window as unknown as Host).violations)).toEqual([]);
    const foreign = requests.filter((url) => !url.startsWith(site.url) && !url.startsWith(product.url));
    expect(foreign.filter((url) => url.startsWith('http'))).toEqual([]);
  } finally {
    await product.close();
  }
});
