import type { MapPage } from '../map/page.tsx';
import { center, expect, square, type MapDriver } from './map.ts';
import { t } from './texts.ts';

const [southWest, , northEast] = square.coords;

/** Draws, edits and deletes a polygon by keyboard, on an empty map centred at `center`. */
export async function drawWithKeys(map: MapDriver): Promise<void> {
  const { page } = map;
  const { keyboard } = page;
  const liveRegion = page.locator('[aria-live="polite"]');
  await map.button('toolbar.draw_polygon').focus();
  await keyboard.press('Enter');
  await expect(liveRegion).toHaveText(t('map:announce.tool.area'));

  await map.stage.focus();
  await keyboard.press('Enter');
  await expect(liveRegion).toContainText('41.558556, 60.620876');
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await keyboard.press('Backspace');
  await expect(liveRegion).toHaveText(t('map:announce.point_removed', { count: 3 }));
  await keyboard.press('Shift+Enter');
  const drawn = (await map.value()).polygons[0];
  expect(drawn?.coords).toHaveLength(3);
  // Eighty pixels to the east, at zoom 13.
  expect((drawn?.coords[1]?.[1] ?? 0) - (drawn?.coords[0]?.[1] ?? 0)).toBeCloseTo(
    (80 * 360) / (512 * 2 ** 13),
    6,
  );

  await keyboard.press('Enter');
  await expect(liveRegion).toContainText(drawn?.title ?? 'no title');
  await keyboard.press('Tab');
  await keyboard.press('ArrowUp');
  await keyboard.press('Shift+ArrowUp');
  const pixels = ((await north(map, 0)) - (drawn?.coords[0]?.[0] ?? 0)) / degreesPerPixel;
  expect(pixels).toBeCloseTo(11, 1);
  await keyboard.press('Insert');
  expect((await map.value()).polygons[0]?.coords).toHaveLength(4);
  await keyboard.press('Delete');
  expect((await map.value()).polygons[0]?.coords).toHaveLength(3);
  await keyboard.press('Escape');
  await keyboard.press('Control+z');
  expect((await map.value()).polygons[0]?.coords).toHaveLength(4);
  await keyboard.press('Control+Shift+Z');
  await keyboard.press('Delete');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  expect((await map.value()).polygons).toHaveLength(0);
  await expect(map.stage).toBeFocused();
}

/**
 * Draws a polygon by touch on an empty map centred at `center`, moves one vertex, and deletes another by a long
 * press.
 */
export async function drawWithFinger(map: MapDriver): Promise<void> {
  await map.button('toolbar.draw_polygon').tap();
  for (const place of square.coords) await tap(map, place);
  await map.button('draw.finish').tap();
  expect((await map.value()).polygons[0]?.coords).toHaveLength(4);
  await map.button('toolbar.edit').tap();

  await touchDrag(map, northEast, [41.5675558, 60.6268756]);
  const moved = (await map.value()).polygons[0]?.coords[2];
  expect(moved?.[0]).toBeCloseTo(41.5675558, 3);
  await touchDrag(map, southWest, southWest, 900);
  expect((await map.value()).polygons[0]?.coords).toHaveLength(3);
  const { mapCenter } = await map.page.evaluate(() => host().handle?.export() ?? { mapCenter: [] });
  expect(mapCenter).toEqual([...center]);
}

/** Zooms with two fingers, which clicks nothing. */
export async function zoomWithFingers(map: MapDriver): Promise<void> {
  const received = await map.count('select');
  const client = await map.page.context().newCDPSession(map.page);
  const { x, y } = await map.at(center);
  const fingers = (gap: number) => [
    { x: x - gap, y, id: 0 },
    { x: x + gap, y, id: 1 },
  ];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
  for (let gap = 35; gap <= 120; gap += 5) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(gap) });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect
    .poll(() => map.page.evaluate(() => host().handle?.export().mapZoom ?? 0))
    .toBeGreaterThan(13.5);
  expect(await map.count('select')).toBe(received);
}

const degreesPerPixel = (360 / (512 * 2 ** 13)) * Math.cos((41.5585558 * Math.PI) / 180);

async function north(map: MapDriver, vertex: number): Promise<number> {
  return (await map.value()).polygons[0]?.coords[vertex]?.[0] ?? 0;
}

export async function tap(map: MapDriver, place: readonly [number, number]): Promise<void> {
  const { x, y } = await map.at(place);
  await map.page.touchscreen.tap(x, y);
}

export async function touchDrag(
  map: MapDriver,
  from: readonly [number, number],
  to: readonly [number, number],
  rest = 0,
): Promise<void> {
  const client = await map.page.context().newCDPSession(map.page);
  const [start, end] = [await map.at(from), await map.at(to)];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [start]);
  const steps = rest === 0 ? 8 : 0;
  for (let step = 1; step <= steps; step += 1) {
    const share = step / 8;
    await send('touchMove', [
      { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share },
    ]);
  }
  if (rest > 0) await map.page.waitForTimeout(rest);
  await send('touchEnd', []);
}

declare function host(): MapPage;
