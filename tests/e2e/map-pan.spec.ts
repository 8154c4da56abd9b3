import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { MapPage } from './map/page.tsx';
import { center, expect, pin, shiftOf, square, test, type MapDriver } from './support/map.ts';
import { measurePicture } from './support/map-points.ts';
import { t } from './support/texts.ts';

const shapes = { polygons: [square], markers: [pin] };
const demo = new URL('../../plugins/households/demo/city.pmtiles', import.meta.url);

test('after a pan the wheel and a double-click zoom around the pointer', async ({ map }) => {
  const { page } = map;
  const red = [0xd6, 0x45, 0x50];
  await map.mount({ value: shapes });
  await expect(page.locator('.km-overlay')).toHaveCount(0);
  const before = await map.at(pin.coords);
  const from = await map.at([41.57, 60.64]);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 80, from.y + 30, { steps: 8 });
  await page.mouse.up();
  const carried = { x: before.x - 80, y: before.y + 30 };
  expect(await shiftOf(map)).toEqual([-80, 30]);
  await page.mouse.move(carried.x, carried.y);
  await page.mouse.wheel(0, -60);
  await expect.poll(() => shiftOf(map)).toEqual([0, 0]);
  await expect.poll(() => map.colorAt(carried)).toEqual(red);
  const zoomOf = async () => (await page.evaluate(() => host().handle?.export()))?.mapZoom ?? 0;
  const zoomed = await zoomOf();
  expect(zoomed).toBeGreaterThan(13.2);

  // A drag of a few pixels beside the marker, so that the double-click finds a moved frame.
  await page.mouse.move(carried.x + 60, carried.y + 60);
  await page.mouse.down();
  await page.mouse.move(carried.x + 20, carried.y + 50, { steps: 4 });
  await page.mouse.up();
  const moved = { x: carried.x - 40, y: carried.y - 10 };
  expect(await shiftOf(map)).toEqual([-40, -10]);
  await page.mouse.dblclick(moved.x, moved.y);
  await expect.poll(zoomOf).toBeCloseTo(zoomed + 1, 3);
  await expect.poll(() => map.colorAt(moved)).toEqual(red);
});

test('areas stay drawn where they are when a distant one is added', async ({ map }) => {
  await map.mount({ value: shapes });
  const { x, y } = await map.at(center);
  const inside = { x: x + 20, y: y + 20 };
  const color = await expectDrawn(map, inside);
  const distant = { ...square, id: 2, coords: square.coords.map(([lat, lng]) => [lat - 8, lng - 9]) };
  await map.page.evaluate((added) => void host().handle?.replace(added), {
    polygons: [square, distant],
    markers: [pin],
  });
  await expect(map.page.getByText(`${t('map:status.polygons')}: 2`)).toBeVisible();
  await expect.poll(() => map.colorAt(inside)).toEqual(color);
  // The edge, which a position that was rounded would miss.
  await map.page.evaluate((alone) => void host().handle?.replace(alone), {
    polygons: [square],
    markers: [],
  });
  await expect(map.page.getByText(`${t('map:status.polygons')}: 1`)).toBeVisible();
  await expect.poll(() => map.colorAt(inside)).toEqual(color);
});

/** The colour of a drawn area at a point, which differs from that of the empty map. */
async function expectDrawn(map: MapDriver, at: { x: number; y: number }): Promise<number[]> {
  const empty = await map.colorAt({ x: at.x + 300, y: at.y + 200 });
  await expect.poll(() => map.colorAt(at)).not.toEqual(empty);
  return map.colorAt(at);
}

test('a basemap that loads after a pan lies under the shapes', async ({ map, site }) => {
  const { page } = map;
  const archive = await readFile(demo);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  site.put('/city.pmtiles', { type: 'application/vnd.pmtiles', body: archive });
  await page.route('**/city.pmtiles', async (route) => {
    await gate;
    await route.continue();
  });
  await map.mount({
    value: shapes,
    toolbar: 'none',
    tiles: [{ id: 'city', name: 'Shahar', url: `${site.url}/city.pmtiles` }],
  });
  await expect(page.locator('.km-overlay')).toHaveCount(0);
  const empty = await measurePicture(map.stage);
  const from = await map.at([41.57, 60.64]);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 80, from.y + 40, { steps: 8 });
  await page.mouse.up();
  expect(await shiftOf(map)).toEqual([-80, 40]);
  open();
  await expect.poll(async () => (await measurePicture(map.stage)).colors).toBeGreaterThan(empty.colors + 4);
  await page.waitForLoadState('networkidle');
  const moved = await pixelsOf(map);
  // Drawn again at the same place.
  await map.stage.focus();
  await page.keyboard.press('+');
  await expect.poll(() => shiftOf(map)).toEqual([0, 0]);
  await page.keyboard.press('-');
  await page.mouse.move(5, 5);
  await expect.poll(async () => differenceOf(moved, await pixelsOf(map))).toBeLessThan(0.005);
});

/** The pixels of the map, without crosshair and focus. */
async function pixelsOf({ page, stage }: MapDriver): Promise<Buffer> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return sharp(await stage.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** The share of values that differ visibly. */
function differenceOf(one: Buffer, other: Buffer): number {
  let differing = 0;
  for (let at = 0; at < one.length; at += 1)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 24) differing += 1;
  return differing / one.length;
}

/** Runs in the page. */
declare function host(): MapPage;
