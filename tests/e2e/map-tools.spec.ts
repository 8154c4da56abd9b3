import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { MapPage } from './map/page.tsx';
import { accessibilityIssuesOf } from './support/axe.ts';
import { center, expect, pin, square, test, type LatLng, type MapDriver } from './support/map.ts';
import { pointOf, type Point } from './support/map-points.ts';
import { archiveOf } from './support/pmtiles.ts';
import { smallTargetsOf } from './support/small-targets.ts';
import { t, textsIn } from './support/texts.ts';

const shapes = { polygons: [square], markers: [pin] };
const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
/** Two triangles that share a point: edges that touch. */
const [southWest, southEast, northEast, northWest] = square.coords;
const bowTie = {
  ...square,
  id: 9,
  title: 'Kesishgan',
  coords: [southWest, northEast, southEast, northWest],
};

test('fits shapes beside the toolbar at each corner', async ({ map }) => {
  await map.page.setViewportSize({ width: 900, height: 500 });
  for (const corner of corners) {
    await map.mount({ value: shapes, fit: true, toolbar: corner, height: 420 });
    await expect.poll(() => zoomOf(map)).toBeGreaterThan(13);
    const stage = await boxOf(map, '.km-stage');
    const toolbar = await boxOf(map, '.km-toolbar');
    const [vertical, horizontal] = corner.split('-');
    expect(toolbar.y < stage.y + stage.height / 2, corner).toBe(vertical === 'top');
    expect(toolbar.x < stage.x + stage.width / 2, corner).toBe(horizontal === 'left');

    const places = [...square.coords, pin.coords];
    const points = await pointsOf(map, places);
    for (const { x, y } of points) {
      const inset = Math.min(x - stage.x, stage.x + stage.width - x, y - stage.y, stage.y + stage.height - y);
      expect(inset, corner).toBeGreaterThanOrEqual(39);
      const beside = Math.max(toolbar.x - x, x - toolbar.x - toolbar.width);
      const above = Math.max(toolbar.y - y, y - toolbar.y - toolbar.height);
      expect(Math.max(beside, above), corner).toBeGreaterThanOrEqual(39);
    }
    const shown = t('map:status.shown', { zoom: (await zoomOf(map)).toFixed(1).replace('.', ',') });
    await expect(map.page.getByText(shown)).toBeVisible();
  }
});

test('on a phone the tools are one row, and shapes are shown between it and the card', async ({ map }) => {
  const { page } = map;
  await page.setViewportSize({ width: 375, height: 740 });
  await map.mount({ mode: 'edit', value: shapes, height: 460 });
  await page.evaluate(() => {
    host().handle?.select(1);
    host().handle?.fit(1);
  });
  const card = page.getByRole('region', { name: t('map:card.label') });
  await expect(card).toBeVisible();
  await expect
    .poll(async () => {
      const [toolbar, cover] = [await boxOf(map, '.km-toolbar'), await boxOf(map, '.km-card')];
      const points = await pointsOf(map, square.coords);
      return points.every(({ y }) => y > toolbar.y + toolbar.height + 11 && y < cover.y - 11);
    })
    .toBe(true);
  expect((await boxOf(map, '.km-toolbar')).height).toBeLessThan(60);
  expect(await smallTargetsOf(page)).toEqual([]);
});

test('on a phone the list closes when a shape is chosen in it, and shows its card', async ({ map }) => {
  await map.page.setViewportSize({ width: 375, height: 720 });
  await map.mount({
    mode: 'edit',
    value: { polygons: [square], markers: [] } as never,
    tiles: [],
    height: 600,
  });
  await map.button('toolbar.list').click();
  await map.button('list.select', { title: square.title }).click();
  const card = map.page.getByRole('region', { name: t('map:card.label') });
  await expect(card).toBeVisible();
  await expect(map.page.getByRole('region', { name: t('map:list.title') })).toBeHidden();
  // Nothing covers it.
  await card.getByRole('button', { name: t('map:card.close') }).click();
  await expect(card).toBeHidden();
});

test('enters and leaves full screen', async ({ map }) => {
  await map.mount({ value: shapes });
  const { page } = map;
  await map.button('toolbar.fullscreen').click();
  await expect(map.button('toolbar.leave_fullscreen')).toBeVisible();
  const size = page.viewportSize();
  await expect
    .poll(async () => {
      const { width, height } = await boxOf(map, '.km');
      return { width, height };
    })
    .toEqual(size);
  const full = () => page.evaluate(() => document.fullscreenElement?.className ?? null);
  expect(await full()).toBe('km');
  await map.button('toolbar.leave_fullscreen').click();
  await expect(map.button('toolbar.fullscreen')).toBeVisible();
  expect(await full()).toBeNull();
  expect((await boxOf(map, '.km')).height).toBe(500);
});

test('imports a file that is dropped where editing is allowed', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  const { page } = map;
  const file = await page.evaluateHandle((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], 'shapes.json', { type: 'application/json' }));
    return carried;
  }, JSON.stringify(shapes));
  const invitation = page.getByText(t('map:import.drop'));
  await map.stage.dispatchEvent('dragover', { dataTransfer: file });
  await expect(invitation).toBeVisible();
  await map.stage.dispatchEvent('drop', { dataTransfer: file });
  await expect(invitation).toBeHidden();
  await expect(page.getByRole('region', { name: t('map:report.title') })).toContainText(
    t('map:report.accepted', { count: 2 }),
  );
  expect(await map.value()).toEqual(shapes);

  await map.mount({ mode: 'edit' });
  const parts = await page.evaluateHandle((text) => {
    const carried = new DataTransfer();
    for (const name of ['areas.shp', 'areas.json']) carried.items.add(new File([text], name));
    return carried;
  }, JSON.stringify(shapes));
  await map.stage.dispatchEvent('drop', { dataTransfer: parts });
  await expect(page.getByText(t('map:import.one_file'))).toBeVisible();
  expect((await map.value()).polygons).toEqual([]);

  await map.mount({ mode: 'view' });
  await map.stage.dispatchEvent('dragover', { dataTransfer: file });
  await map.stage.dispatchEvent('drop', { dataTransfer: file });
  await expect(invitation).toHaveCount(0);
  expect((await map.value()).polygons).toEqual([]);
});

test("the browser's colour picker starts from a colour with an opacity", async ({ map }) => {
  await map.mount({ mode: 'edit', value: { polygons: [{ ...square, color: '#d6455080' }], markers: [] } });
  await map.page.evaluate((id) => host().handle?.select(id), square.id);
  await map.button('toolbar.color').click();
  await expect(map.page.locator('input[type="color"]')).toHaveValue('#d64550');
});

test('pasted shapes are imported in one undo step; swapped coordinates ask first', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  const { page } = map;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    'MULTIPOINT ((60.62 41.55), (60.63 41.56), (41.55 60.62))',
  );
  await map.button('toolbar.import').click();
  const dialog = page.getByRole('dialog', { name: t('map:import.title') });
  await dialog.getByRole('textbox').focus();
  await page.keyboard.press('Control+V');
  await dialog.getByRole('button', { name: t('map:import.submit') }).click();
  await expect(dialog).toBeHidden();
  expect((await map.value()).markers.map(({ coords }) => coords)).toEqual([
    [41.55, 60.62],
    [41.56, 60.63],
  ]);
  const report = page.getByRole('region', { name: t('map:report.title') });
  await expect(report).toContainText(t('map:reason.swapped'));
  await map.button('report.as_written').focus();
  await page.keyboard.press('Enter');
  await expect(report).toContainText(t('map:report.accepted', { count: 3 }));
  await expect(map.button('report.as_written')).toHaveCount(0);
  await expect(report).toBeFocused();
  expect((await map.value()).markers[2]?.coords).toEqual([60.62, 41.55]);
  await map.button('toolbar.undo').click();
  expect((await map.value()).markers).toHaveLength(2);
  await map.button('toolbar.undo').click();
  expect((await map.value()).markers).toEqual([]);
});

test('a custom colour is one undo step however the picker moves', async ({ map }) => {
  await map.mount({ mode: 'edit', value: shapes });
  await map.click(center);
  await map.button('toolbar.color').click();
  const free = map.page.getByLabel(t('map:color.free'));
  for (const color of ['#102030', '#203040', '#123456']) await free.fill(color);
  expect((await map.value()).polygons[0]?.color).toBe('#123456');
  await map.page.keyboard.press('Escape');
  await map.button('toolbar.undo').click();
  expect((await map.value()).polygons[0]?.color).toBe(square.color);
});

test('export names omitted shapes', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  const text = JSON.stringify({ polygons: [square, bowTie], markers: [] });
  await map.page.evaluate((given) => host().handle?.import(given), text);
  expect(await map.last('problems')).toBe(1);
  const download = map.page.waitForEvent('download');
  await map.button('toolbar.export').click();
  const exported = JSON.parse(await readFile(await (await download).path(), 'utf8')) as typeof shapes;
  expect(exported.polygons.map(({ id }) => id)).toEqual([square.id]);
  await expect(map.page.getByText(t('map:export.left_out', { titles: bowTie.title }))).toBeVisible();
});

test('draws a basemap from a PMTiles archive', async ({ map, site }) => {
  site.put('/city.pmtiles', { type: 'application/octet-stream', body: await archiveOf('#3366cc') });
  const url = `pmtiles://${site.url}/city.pmtiles`;
  await map.mount({ tiles: [{ id: 'city', name: 'Shahar', url }], toolbar: 'none' });
  const middle = async () => {
    const picture = await map.stage.screenshot();
    const { data } = await sharp(picture)
      .extract({ left: 300, top: 200, width: 1, height: 1 })
      .raw()
      .toBuffer({
        resolveWithObject: true,
      });
    return [...data.subarray(0, 3)];
  };
  await expect.poll(middle).toEqual([0x33, 0x66, 0xcc]);
  await expect(map.page.getByText(t('map:tiles.all_failed'))).toHaveCount(0);
});

test('reads a long text in a worker', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  const begun = map.page.waitForEvent('worker');
  const report = await map.page.evaluate(async () => {
    const points = Array.from({ length: 20_000 }, (_, index) => ({
      type: 'Feature',
      properties: { title: `Xonadon ${index}` },
      geometry: { type: 'Point', coordinates: [60 + index / 50_000, 41.5] },
    }));
    const text = JSON.stringify({ type: 'FeatureCollection', features: points });
    const received = await host().handle?.import(text);
    return { length: text.length, accepted: received?.accepted };
  });
  expect(report.length).toBeGreaterThan(1_000_000);
  expect(report.accepted).toBe(20_000);
  expect((await begun).url()).toContain('read-worker');
});

for (const [lang, theme] of [
  ['uz', 'light'],
  ['ru', 'dark'],
] as const) {
  test(`editor is accessible, in ${lang} and ${theme}`, async ({ map }) => {
    const translate = textsIn(lang);
    await map.page.setViewportSize({ width: 1024, height: 900 });
    await map.page.emulateMedia({ reducedMotion: 'reduce' });
    await map.page.evaluate((given) => host().mount(given), {
      mode: 'edit',
      fit: false,
      value: { polygons: [square, bowTie], markers: [pin] },
      limits: { polygon: 2, marker: 9 },
      lang,
      theme,
      height: 820,
    } as const);
    await expect.poll(() => map.count('ready')).toBe(1);
    const button = (key: string) =>
      map.page.getByRole('button', { name: translate(`map:${key}`), exact: true });
    await expect(button('toolbar.undo')).toBeVisible();
    await button('toolbar.list').click();
    await map.page.evaluate(() => host().handle?.select(9));
    await button('vertices.show').click();
    await expectAccessible(map, 'list, card and table');
    await button('toolbar.color').click();
    await expectAccessible(map, 'colours');
    await map.page.keyboard.press('Escape');
    await button('toolbar.delete').click();
    await expectAccessible(map, 'question');
    await map.page.keyboard.press('Escape');
    await button('toolbar.import').click();
    await expectAccessible(map, 'import');
  });
}

async function expectAccessible({ page }: MapDriver, part: string): Promise<void> {
  expect.soft(await accessibilityIssuesOf(page, '.km'), part).toEqual([]);
}

async function boxOf({ page }: MapDriver, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} has no box`);
  return box;
}

function zoomOf({ page }: MapDriver): Promise<number> {
  return page.evaluate(() => host().handle?.export().mapZoom ?? 0);
}

/** Screen positions of coordinates, wherever the map is. */
async function pointsOf(map: MapDriver, places: readonly LatLng[]): Promise<Point[]> {
  const box = await boxOf(map, '.km-stage');
  const exported = await map.page.evaluate(() => host().handle?.export());
  if (!exported) throw new Error('there is no map');
  return places.map((place) => pointOf(box, exported, place));
}

declare function host(): MapPage;
