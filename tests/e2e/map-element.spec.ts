import { geopackageOf, northingOf, shapefileOf, utm41, type Area } from '../support/map/archives.ts';
import { shapes, eventsNamed, untilReady, visit, type Element, type Host } from './support/map-element.ts';
import { square } from './support/map.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

/** A town around a lake, and a road. */
const city = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Urganch' },
      geometry: {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [60.6, 41.5],
              [60.7, 41.5],
              [60.7, 41.6],
              [60.6, 41.5],
            ],
            [
              [60.66, 41.52],
              [60.67, 41.52],
              [60.67, 41.53],
              [60.66, 41.52],
            ],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      properties: null,
      geometry: {
        type: 'LineString',
        coordinates: [
          [60, 41],
          [61, 42],
        ],
      },
    },
  ],
};

/** A response of `stats/households-locations` with more than a million characters. */
const locations = {
  neighborhoods: [
    { id: 3, uz: { name: 'Bogʻ' }, ru: { name: 'Баг' }, color: '#16a34a', coords: square.coords },
  ],
  households: Array.from({ length: 200 }, (_, id) => ({
    id,
    coords: [41.5, 60.5 + id / 1000],
    household_category: { uz: { name: 'Toifa' }, ru: { name: 'Категория' }, note: 'x'.repeat(5500) },
  })),
};

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());

test('two maps work on a page with a strict policy, and keep properties set before the script loads', async ({
  page,
  server,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await visit(
    page,
    site,
    server.url,
    `<komak-map id="early" mode="edit" lang="ru" tiles="${site.url}/tiles/good/{z}/{x}/{y}.png" max-markers="1"></komak-map>
     <komak-map id="second" src="/shapes.json" tiles="none" theme="dark" toolbar="none"></komak-map>`,
  );
  await untilReady(page, 2);
  const value = (id: string) =>
    page.evaluate((name) => document.querySelector<Element>(`#${name}`)?.value, id);
  expect(await value('early')).toEqual(shapes);
  await expect.poll(() => value('second')).toEqual(shapes);

  const early = page.locator('#early');
  await expect(early.getByText('1/1').first()).toBeVisible();
  const box = await early.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(320);
  expect(await early.locator('.km').evaluate((element) => getComputedStyle(element).display)).toBe('flex');
  await expect(page.locator('#second').getByRole('toolbar')).toHaveCount(0);
  await expect(early.locator('.maplibregl-canvas')).toBeAttached();

  await page.evaluate(() => document.querySelector<Element>('#early')?.clear());
  const changes = await eventsNamed(page, 'change');
  expect(changes.at(-1)).toMatchObject(['change', { polygons: [], markers: [], origin: 'api' }, true]);
  await page.evaluate(() => document.querySelector<Element>('#early')?.undo());
  expect((await eventsNamed(page, 'change')).at(-1)).toMatchObject([
    'change',
    { ...shapes, origin: 'undo' },
    true,
  ]);
  const report = await page.evaluate(() =>
    document.querySelector<Element>('#early')?.import('POINT (60.62 41.55)'),
  );
  expect(report).toMatchObject({ accepted: 0, skipped: [{ reason: 'limit' }] });

  expect(await page.evaluate(() => (window as unknown as Host).violations)).toEqual([]);
  expect(await eventsNamed(page, 'error')).toEqual([]);

  // An error page with status 200 changes nothing.
  site.put('/gone', { type: 'text/html', body: '<!doctype html><html><body>502 Bad Gateway</body></html>' });
  await page.locator('#second').evaluate((element) => element.setAttribute('src', '/gone'));
  await expect.poll(() => eventsNamed(page, 'error').then(({ length }) => length)).toBe(1);
  expect((await eventsNamed(page, 'error')).at(-1)).toEqual([
    'error',
    expect.stringContaining('unreadable'),
    true,
  ]);
  expect((await eventsNamed(page, 'report')).at(-1)?.[1]).toMatchObject({
    accepted: 0,
    failure: 'unreadable',
  });
  expect(await value('second')).toEqual(shapes);
  expect(errors).toEqual([]);
});

test('takes files of geographic systems on a page with a strict policy', async ({ page, server }) => {
  await page.addInitScript(() => {
    const open = new Set<string>();
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (object) => {
      const address = createObjectURL(object);
      open.add(address);
      return address;
    };
    URL.revokeObjectURL = (address) => {
      open.delete(address);
      revokeObjectURL(address);
    };
    Object.assign(window, { open });
  });
  await visit(page, site, server.url, '<komak-map mode="edit" tiles="none"></komak-map>');
  await untilReady(page, 1);
  const north = northingOf(41.5);
  const areaOf = (number: string): Area => ({
    rings: [
      [
        [500_000, north],
        [505_000, north + 500],
        [500_000, north + 1000],
        [500_000, north],
      ],
    ],
    attributes: { ADM2_UZ: 'Urganch', ADM2_RU: 'Ургенч', ADM2_PCODE: number },
  });
  const files = [
    ['tumanlar.zip', shapefileOf([areaOf('UZ1')], utm41)],
    ['tumanlar.gpkg', geopackageOf([areaOf('UZ2')], { srs: 32_641, definition: utm41 })],
  ] as const;
  for (const [name, bytes] of files) {
    const begun = page.waitForEvent('worker');
    const report = await page.locator('komak-map').evaluate(
      (map, [fileName, text]) => {
        const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        return (map as Element).import(new File([content], fileName));
      },
      [name, bytes.toString('base64')] as const,
    );
    expect(report).toMatchObject({ accepted: 1, skipped: [] });
    await begun;
  }
  const openAddresses = await page.evaluate(() => [...(window as unknown as { open: Set<string> }).open]);
  expect(openAddresses).toEqual([]);
  const value = await page.locator('komak-map').evaluate((map) => (map as Element).value);
  expect(value.polygons).toMatchObject([
    { id: 'UZ1', titles: { uz: 'Urganch', ru: 'Ургенч' } },
    { id: 'UZ2', titles: { uz: 'Urganch', ru: 'Ургенч' } },
  ]);
  const [lat, lng] = (value.polygons[1] as { coords: [number, number][] }).coords[0] ?? [];
  expect(lat).toBeCloseTo(41.5, 5);
  expect(lng).toBeCloseTo(63, 5);
  expect(await page.evaluate(() => (window as unknown as Host).violations)).toEqual([]);
});

test('keeps its shapes when moved in the page, and releases everything when removed', async ({
  page,
  server,
}) => {
  await visit(
    page,
    site,
    server.url,
    '<div id="here"><komak-map id="early" mode="edit" tiles="none"></komak-map></div><div id="there"></div>',
  );
  await untilReady(page, 1);
  await page.evaluate(async () => {
    const map = document.querySelector<Element>('#early');
    await map?.import('POINT (60.63 41.55)');
    document.querySelector('#there')?.append(map as Element);
  });
  // Long enough for the teardown at the previous place, which must not happen.
  await page.waitForTimeout(300);
  const moved = await page.evaluate(() => {
    const map = document.querySelector<Element>('#there > komak-map');
    map?.undo();
    return {
      markers: map?.value.markers.length,
      canvases: map?.shadowRoot?.querySelectorAll('canvas:not(.km-overlay-canvas)').length,
    };
  });
  expect(moved).toEqual({ markers: 1, canvases: 1 });

  const removed = await page.evaluateHandle(() => {
    const map = document.querySelector<Element>('komak-map') as Element;
    const gl = map.shadowRoot?.querySelector('canvas')?.getContext('webgl2');
    map.remove();
    return { map, gl };
  });
  await expect
    .poll(() =>
      removed.evaluate(({ map, gl }) => ({
        lost: gl?.isContextLost(),
        left: map.shadowRoot?.childElementCount,
        polygons: map.value.polygons.length,
      })),
    )
    .toEqual({ lost: true, left: 0, polygons: 1 });
});

test('an import that ends after the removal is in the map that follows', async ({ page, server }) => {
  await visit(page, site, server.url, '<komak-map id="early" mode="edit" tiles="none"></komak-map>');
  await untilReady(page, 1);
  const map = await page.evaluateHandle(() => document.querySelector('komak-map') as Element);
  // The code for reading files is the next that is loaded.
  const code = Promise.withResolvers<void>();
  await page.route('**/widgets/**/*.js', async (route) => {
    await code.promise;
    await route.fallback();
  });
  const reported = map.evaluate((element) => {
    const report = element.import('POINT (60.63 41.55)');
    element.remove();
    return report;
  });
  await expect.poll(() => map.evaluate(({ shadowRoot }) => shadowRoot?.childElementCount)).toBe(0);
  code.resolve();
  await map.evaluate((element) => document.body.append(element));
  expect(await reported).toMatchObject({ accepted: 1, skipped: [] });
  expect(await map.evaluate(({ value }) => [value.polygons.length, value.markers.length])).toEqual([1, 2]);
});

test('applies changed attributes, the last one wins', async ({ page, server }) => {
  await visit(page, site, server.url, '<komak-map id="early" tiles="none"></komak-map>');
  await untilReady(page, 1);
  const map = page.locator('komak-map');
  await expect(map.getByRole('button', { name: t('map:toolbar.undo') })).toHaveCount(0);
  // A view-only map changes only by its value.
  const rejected = await map.evaluate(async (element) => {
    (element as Element).clear();
    return (element as Element).import('POINT (60.62 41.55)');
  });
  expect(rejected).toMatchObject({ accepted: 0, skipped: [{ reason: 'not_allowed' }], failure: null });
  expect(await map.evaluate((element) => (element as Element).value)).toEqual(shapes);
  await map.evaluate((element) => element.setAttribute('mode', 'edit'));
  await expect(map.getByRole('button', { name: t('map:toolbar.undo') })).toBeVisible();
  await map.evaluate((element) => element.setAttribute('permissions', 'marker:add'));
  await expect(map.getByRole('button', { name: t('map:toolbar.add_marker') })).toBeVisible();
  await expect(map.getByRole('button', { name: t('map:toolbar.add_polygon') })).toHaveCount(0);
  await map.evaluate((element) => (element as Element).select(5));
  expect((await eventsNamed(page, 'select')).at(-1)).toMatchObject(['select', { shape: { id: 5 } }, true]);
  // The page gets a copy, which it may change.
  const after = await map.evaluate((element) => {
    const change = (event: Event) => {
      const { shape } = (event as CustomEvent<{ shape: { coords: number[] } | null }>).detail;
      if (shape) shape.coords[0] = 0;
    };
    element.addEventListener('select', change);
    (element as Element).select(null);
    (element as Element).select(5);
    element.removeEventListener('select', change);
    return (element as Element).value;
  });
  expect(after).toEqual(shapes);
  expect(await map.evaluate((element) => (element as Element).export())).toMatchObject({
    ...shapes,
    mapCenter: [expect.any(Number), expect.any(Number)],
  });

  // Without the toolbar, and in other colours and texts.
  const bar = map.getByRole('toolbar');
  const ground = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await ground();
  await map.evaluate((element) => {
    element.removeAttribute('permissions');
    const changed = { 'confirm-delete': 'off', 'confirm-clear': 'off', theme: 'dark', lang: 'ru' };
    for (const [name, now] of Object.entries(changed)) element.setAttribute(name, now);
  });
  const inRussian = textsIn('ru');
  await map.getByRole('button', { name: inRussian('map:toolbar.delete'), exact: true }).click();
  await expect.poll(() => map.evaluate((element) => (element as Element).value.markers)).toEqual([]);
  await map.getByRole('button', { name: inRussian('map:toolbar.clear'), exact: true }).click();
  await expect.poll(() => map.evaluate((element) => (element as Element).value.polygons)).toEqual([]);
  await expect.poll(ground).not.toBe(light);
  await map.evaluate((element) => element.setAttribute('lang', 'uz'));

  await map.evaluate((element) => element.setAttribute('src', '/absent.json'));
  await expect.poll(() => eventsNamed(page, 'error').then(({ length }) => length)).toBe(1);
  expect((await eventsNamed(page, 'error')).at(-1)).toEqual(['error', expect.stringContaining('404'), true]);
  site.put('/city.geojson', { type: 'application/geo+json', body: JSON.stringify(city) });
  await map.evaluate((element) => element.setAttribute('src', '/city.geojson'));
  await expect
    .poll(async () => (await eventsNamed(page, 'report')).at(-1))
    .toMatchObject([
      'report',
      {
        accepted: 1,
        skipped: [{ number: 2, reason: 'unknown_type' }],
        notes: [{ number: 1, reason: 'holes' }],
      },
      true,
    ]);
  expect((await eventsNamed(page, 'change')).at(-1)).toMatchObject([
    'change',
    { polygons: [{ title: 'Urganch' }], markers: [], origin: 'api' },
    true,
  ]);

  const load = (src: string) => map.evaluate((element, now) => element.setAttribute('src', now), src);
  const value = () => map.evaluate((element) => (element as Element).value);
  await map.evaluate((element) => element.setAttribute('lang', 'ru'));
  // Long enough to be read in a worker, while the page sets another value.
  site.put('/stats/households-locations', { type: 'application/json', body: JSON.stringify(locations) });
  const held = Promise.withResolvers<void>();
  await page.route('**/read-in-worker*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const request = page.waitForRequest('**/read-in-worker*');
  const begun = page.waitForEvent('worker');
  await load('/stats/households-locations');
  await request;
  const later = { polygons: [], markers: [{ ...shapes.markers[0], coords: [60.62, 41.55] }] };
  await map.evaluate((element, now) => ((element as Element).value = now), later);
  held.resolve();
  await (await begun).waitForEvent('close');
  expect(await value()).toEqual(later);
  // Read as written, with a report.
  expect((await eventsNamed(page, 'report')).at(-1)).toMatchObject([
    'report',
    { accepted: 1, skipped: [], notes: [{ number: 1, kind: 'marker', reason: 'swapped' }] },
    true,
  ]);

  await load('/stats/households-locations?again');
  await expect.poll(async () => (await value())?.markers).toHaveLength(locations.households.length);
  expect((await value())?.polygons).toMatchObject([{ id: 3, title: 'Баг' }]);
  const select = (kind?: 'marker') =>
    map.evaluate((element, one) => (element as Element).select(3, one), kind);
  await select();
  const selected = () => eventsNamed(page, 'select').then((all) => all.at(-1)?.[1]);
  expect(await selected()).toMatchObject({ kind: 'polygon', shape: { id: 3 } });
  await select('marker');
  expect(await selected()).toMatchObject({ kind: 'marker', shape: { id: 3, coords: [41.5, 60.503] } });

  // Code that cannot be loaded is reported as an error.
  site.put('/city.kml', { type: 'text/xml', body: '<kml/>' });
  await page.route('**/xml-parser*', (route) => route.abort());
  await load('/city.kml');
  await expect
    .poll(async () => (await eventsNamed(page, 'error')).at(-1))
    .toEqual(['error', expect.stringContaining('xml-parser'), true]);
  expect((await value())?.markers).toHaveLength(locations.households.length);

  // Removed before a response arrives, it requests again when it is inserted.
  await map.evaluate(async (element) => {
    element.setAttribute('src', '/city.geojson?again');
    element.remove();
    await new Promise((done) => setTimeout(done, 50));
    document.body.append(element);
  });
  await expect.poll(value).toMatchObject({ polygons: [{ title: 'Urganch' }], markers: [] });

  // An address that is set while it is out of the page counts, too.
  await map.evaluate(async (element) => {
    element.remove();
    await new Promise((done) => setTimeout(done, 50));
    element.setAttribute('src', '/shapes.json');
    document.body.append(element);
  });
  await expect.poll(value).toEqual(shapes);
});
