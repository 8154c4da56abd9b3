import type { MapPage } from './map/page.tsx';
import { expect, pin, square, test } from './support/map.ts';

const shapes = { polygons: [square], markers: [pin] };

test("fits shapes beside the editor's toolbar, also when it loads later", async ({ map }) => {
  const { page } = map;
  // Wider than a phone, where all tools are in one row.
  await page.setViewportSize({ width: 520, height: 700 });
  const held = Promise.withResolvers<void>();
  await page.route('**/map-editor*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const given = { mode: 'edit', value: shapes, height: 600 } as const;
  await page.evaluate((settings) => host().mount(settings), given);
  const readView = () =>
    page.evaluate(() => {
      const { mapCenter = [0, 0], mapZoom = 0 } = host().handle?.export() ?? {};
      return { middle: mapCenter, zoom: mapZoom };
    });
  await expect.poll(async () => (await readView()).zoom).not.toBe(13);
  const toolbar = page.getByRole('toolbar', { includeHidden: true });
  const before = await toolbar.boundingBox();
  // The editor's tools will move the others under the pointer.
  await expect(map.button('toolbar.list')).toBeHidden();
  held.resolve();
  await expect(map.button('toolbar.undo')).toBeVisible();
  const box = await toolbar.boundingBox();
  const stage = await map.stage.boundingBox();
  if (!before || !box || !stage) throw new Error('a part of the map has no box');
  expect(box.height).toBeGreaterThan(before.height);

  const north = (degrees: number) =>
    Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) / (2 * Math.PI);
  const highest = async () => {
    const { middle, zoom } = await readView();
    const below = Math.min(
      ...square.coords.map(([lat]) => north(middle[0]) - north(lat)).map((part) => part * 512 * 2 ** zoom),
    );
    return stage.y + stage.height / 2 + below - (box.y + box.height);
  };
  // The padding of every fit.
  await expect.poll(highest).toBeGreaterThanOrEqual(39);
});

test('reads a long KML in a worker', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  const begun = map.page.waitForEvent('worker');
  const report = await map.page.evaluate(async () => {
    const placemarks = Array.from(
      { length: 12_000 },
      (_, index) =>
        `<Placemark><name>Xonadon ${index}</name><Point><coordinates>${60 + index / 50_000},41.5</coordinates></Point></Placemark>`,
    );
    // Two triangles that share a point.
    const ring = '60.6,41.5 60.62,41.52 60.62,41.5 60.6,41.52 60.6,41.5';
    const bow = `<Placemark><name>Kesishgan</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
    const text = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('')}${bow}</Document></kml>`;
    const received = await host().handle?.import(text);
    const { accepted, format, notes } = received ?? {};
    return { length: text.length, accepted, format, notes };
  });
  expect(report.length).toBeGreaterThan(1_000_000);
  expect(report).toMatchObject({
    accepted: 12_001,
    format: 'kml',
    notes: [{ number: 12_001, title: 'Kesishgan', reason: 'crosses_itself' }],
  });
  expect((await begun).url()).toContain('read-worker');
  expect((await map.value()).markers[7]).toMatchObject({ title: 'Xonadon 7', coords: [41.5, 60.00014] });
});

test('starts in a window without waiting for its first frame, and fits itself to its first shapes at once', async ({
  map,
}) => {
  const { page } = map;
  // A busy page reports its visible elements late.
  await page.evaluate(() => {
    IntersectionObserver.prototype.observe = () => undefined;
  });
  await map.mount({ fit: true, value: { polygons: [], markers: [] } });
  const readZoom = () => page.evaluate(() => host().handle?.export().mapZoom ?? 0);
  const before = await readZoom();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate((given) => host().give(given), { polygons: [square], markers: [] });
  await expect.poll(readZoom).toBeGreaterThan(before);
});

declare function host(): MapPage;
