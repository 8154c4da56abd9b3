import { ensureBrowser } from './browser.ts';
import type { MapPage } from './map/page.tsx';
import { center, expect, pin, square, test } from './support/map.ts';
import { t } from './support/texts.ts';

const shapes = { polygons: [square], markers: [pin] };
const red = [0xd6, 0x45, 0x50];

// As on office computers whose GPU has no driver.
test.use({
  launchOptions: {
    executablePath: ensureBrowser().shell,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-3d-apis'],
  },
});

test('without WebGL the map reports why, and draws the shapes without a basemap', async ({ map, site }) => {
  await map.mount({
    mode: 'edit',
    value: shapes,
    tiles: [{ id: 'osm', url: `${site.url}/tiles/good/{z}/{x}/{y}.png`, attribution: '© Tuproq' }],
  });
  const { page } = map;
  await expect(page.getByText(t('map:plain.reason'))).toBeVisible();
  await expect(page.getByText(t('map:failure'))).toHaveCount(0);
  await expect.poll(async () => map.colorAt(await map.at(pin.coords))).toEqual(red);
  const edge = await map.at([(square.coords[0][0] + square.coords[2][0]) / 2, square.coords[0][1]]);
  await expect.poll(async () => (await map.colorAt(edge))[0]).toBeLessThan(90);
  // There is no basemap to choose, no attribution for it, and no request for its tiles.
  await expect(map.button('toolbar.tiles')).toHaveCount(0);
  await expect(page.getByText('© Tuproq')).toHaveCount(0);
  await expect(page.locator('.maplibregl-canvas')).toHaveCount(0);
  expect(await map.count('error')).toBe(0);
  await page
    .getByRole('status')
    .getByRole('button', { name: t('map:card.close') })
    .click();
  await expect(page.getByText(t('map:plain.reason'))).toHaveCount(0);
});

test('without WebGL shapes are drawn, dragged, selected and edited by mouse and keys', async ({ map }) => {
  await map.mount({ mode: 'edit', value: shapes });
  const { page } = map;
  await map.click(center);
  await expect(page.getByRole('textbox', { name: t('map:card.title') })).toHaveValue(square.title);
  await map.button('toolbar.edit').click();
  const [corner] = square.coords;
  await map.drag(corner, [corner[0] - 0.002, corner[1] - 0.002]);
  const moved = (await map.value()).polygons[0]?.coords[0];
  expect(moved?.[0]).toBeCloseTo(corner[0] - 0.002, 4);
  expect(moved?.[1]).toBeCloseTo(corner[1] - 0.002, 4);
  await map.stage.focus();
  await map.stage.press('Tab');
  const before = (await map.value()).polygons[0]?.coords;
  await map.stage.press('ArrowUp');
  await expect.poll(async () => (await map.value()).polygons[0]?.coords).not.toEqual(before);
  await map.button('toolbar.undo').click();
  await map.button('toolbar.undo').click();
  expect((await map.value()).polygons[0]?.coords[0]).toEqual([...corner]);

  await map.stage.press('Escape');
  await map.stage.press('Escape');
  await map.click(pin.coords);
  await map.drag(pin.coords, [pin.coords[0] + 0.003, pin.coords[1]]);
  expect((await map.value()).markers[0]?.coords[0]).toBeCloseTo(pin.coords[0] + 0.003, 4);
  await expect
    .poll(async () => map.colorAt(await map.at([pin.coords[0] + 0.003, pin.coords[1]])))
    .toEqual(red);
});

test('without WebGL a polygon is drawn corner by corner', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  await map.page.getByRole('button', { name: t('map:toolbar.draw_polygon') }).click();
  const corners = [
    [41.56, 60.61],
    [41.56, 60.63],
    [41.55, 60.63],
  ] as const;
  for (const corner of corners) await map.click(corner);
  await map.click(corners[0]);
  const { polygons } = await map.value();
  expect(polygons[0]?.coords).toHaveLength(3);
});

test('without WebGL the map is panned by mouse and keys, and zoomed by wheel and double-click', async ({
  map,
}) => {
  await map.mount({ value: shapes });
  const { page } = map;
  const pinAt = async () => (await map.at(pin.coords)) as { readonly x: number; readonly y: number };
  const start = await pinAt();
  await expect.poll(() => map.colorAt(start)).toEqual(red);
  // Farther than the frame's margin.
  const box = await map.stage.boundingBox();
  if (!box) throw new Error('the map has no box');
  const from = { x: box.x + box.width - 300, y: box.y + box.height - 60 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(from.x + step * 15, from.y - step * 5);
  await page.mouse.up();
  await expect.poll(() => map.colorAt({ x: start.x + 150, y: start.y - 50 })).toEqual(red);
  await map.stage.focus();
  await map.stage.press('ArrowRight');
  await expect.poll(() => map.colorAt({ x: start.x + 70, y: start.y - 50 })).toEqual(red);

  // The place under the pointer stays there.
  const now = { x: start.x + 70, y: start.y - 50 };
  const zoom = page.locator('.km-status .km-wide');
  const before = await zoom.innerText();
  await page.mouse.move(now.x, now.y);
  await page.mouse.wheel(0, -200);
  await expect(zoom).not.toHaveText(before);
  await expect.poll(() => map.colorAt(now)).toEqual(red);
  const wheeled = await zoom.innerText();
  const ground = { x: box.x + box.width - 120, y: box.y + box.height - 160 };
  await page.mouse.dblclick(ground.x, ground.y);
  await expect(zoom).not.toHaveText(wheeled);
});

test('without WebGL two fingers zoom the map, and one moves it', async ({ map }) => {
  await map.mount({ value: shapes });
  const { page } = map;
  const client = await page.context().newCDPSession(page);
  const start = await map.at(pin.coords);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
  const box = await map.stage.boundingBox();
  if (!box) throw new Error('the map has no box');
  const [x, y] = [box.x + 100, box.y + box.height - 100];
  await touch('touchStart', { x, y });
  for (let step = 1; step <= 6; step += 1) await touch('touchMove', { x: x + step * 10, y });
  await touch('touchEnd');
  await expect.poll(() => map.colorAt({ x: start.x + 60, y: start.y })).toEqual(red);

  const zoom = page.locator('.km-status .km-wide');
  const before = await zoom.innerText();
  await touch('touchStart', { x, y }, { x: x + 40, y });
  for (let step = 1; step <= 5; step += 1)
    await touch('touchMove', { x: x - step * 8, y }, { x: x + 40 + step * 8, y });
  await touch('touchEnd');
  await expect(zoom).not.toHaveText(before);
});

test('without WebGL five hundred places are drawn over the map', async ({ map }) => {
  await map.page.evaluate(() => host().mountPlaces(500));
  await expect.poll(() => map.count('ready')).toBe(1);
  await expect(map.page.getByText(t('map:plain.reason'))).toBeVisible();
  await expect.poll(async () => map.colorAt(await map.at(center))).toEqual(red);
});

/** Runs in the browser. */
declare function host(): MapPage;
