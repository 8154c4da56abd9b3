import type { Page } from '@playwright/test';
import type { MapPage } from './map/page.tsx';
import { center, expect, test, type LatLng, type MapDriver } from './support/map.ts';
import { Finger, Mouse, type Hand } from './support/map-hands.ts';

declare function host(): MapPage;

const [lat, lng] = center;
const at = (north: number, east: number): LatLng => [lat + north / 1000, lng + east / 1000];
const area = {
  id: 1,
  title: 'Doʻstlik',
  color: '#1d5fd1',
  coords: [at(-2, -4), at(-2, 4), at(2, 4), at(2, -4)],
};
const home = { id: 7, title: 'Uy 7', color: '#d64550', coords: at(0, 9) };

/** Counts the moves of pointers that are pressed: drags. */
async function countDrags(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { drags: number };
    counted.drags = 0;
    addEventListener('pointermove', ({ buttons }) => void (counted.drags += buttons === 0 ? 0 : 1), true);
  });
  return () => page.evaluate(() => (window as unknown as { drags: number }).drags);
}

/** Coordinates in thousandths of a degree from the centre, to a tenth. */
const near = ([y = 0, x = 0]: readonly number[]) =>
  [(y - lat) * 1000, (x - lng) * 1000].map((value) => Math.round(value * 10) / 10);
const cornersOf = async (map: MapDriver) => ((await map.value()).polygons[0]?.coords ?? []).map(near);
const untouched = area.coords.map(near);

async function transformByPresses(map: MapDriver, hand: Hand): Promise<void> {
  for (const { by, from, to, expected } of [
    { by: 'move', from: at(0, 0), to: at(1, 2), expected: [at(-1, -2), at(-1, 6), at(3, 6), at(3, -2)] },
    { by: 'scale', from: at(0, 2), to: at(0, 3), expected: [at(-3, -6), at(-3, 6), at(3, 6), at(3, -6)] },
  ] as const) {
    await hand.select(at(0, 1));
    await hand.choose('forms', by);
    // One press takes hold of it, and changes nothing yet.
    await hand.corner(from);
    await expect(map.page.getByText(hand.say('map:forms.hint.held'))).toBeVisible();
    expect(await cornersOf(map)).toEqual(untouched);
    await hand.corner(to);
    await expect.poll(() => cornersOf(map), by).toEqual(expected.map(near));
    // Then it is held no longer.
    await hand.corner(at(-5, -8));
    expect(await cornersOf(map)).toEqual(expected.map(near));
    await hand.done();
    await hand.undo();
    await expect.poll(() => cornersOf(map)).toEqual(untouched);
  }
}

async function turnByPresses(map: MapDriver, hand: Hand): Promise<void> {
  await hand.select(at(0, 1));
  await hand.choose('forms', 'rotate');
  await hand.corner(at(0, 2));
  await hand.corner(at(3, 0));
  // A quarter of a turn: what was wide is high.
  await expect
    .poll(async () => {
      const corners = await cornersOf(map);
      const reachOf = (axis: 0 | 1) =>
        Math.max(...corners.map((one) => one[axis] ?? 0)) - Math.min(...corners.map((one) => one[axis] ?? 0));
      return reachOf(0) > reachOf(1);
    })
    .toBe(true);
  await hand.done();
  await hand.undo();
  await expect.poll(() => cornersOf(map)).toEqual(untouched);
}

/** Moves one point by its numbers: a press into each field, typing, and a press elsewhere. */
async function typePlace(map: MapDriver, hand: Hand, number: number, [north, east]: LatLng): Promise<void> {
  const fields = [
    ['latitude_of', north],
    ['longitude_of', east],
  ] as const;
  for (const [key, value] of fields) {
    const field = map.page.getByLabel(hand.say(`map:vertices.${key}`, { number }), { exact: true });
    await hand.press(field);
    await field.fill(value.toFixed(6));
  }
  await hand.press(map.page.getByLabel(hand.say('map:vertices.latitude_of', { number }), { exact: true }));
}

async function doAll(map: MapDriver, hand: Hand, lang: 'uz' | 'ru'): Promise<void> {
  await map.page.evaluate((settings) => host().mount(settings), {
    mode: 'edit',
    value: { polygons: [area], markers: [home] },
    tiles: [],
    fit: false,
    height: 660,
    lang,
  } as never);
  await expect(hand.button('toolbar.undo')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => map.count('ready')).toBe(1);
  const drags = await countDrags(map.page);

  await test.step('an area is moved and scaled', () => transformByPresses(map, hand));
  await test.step('an area is turned', () => turnByPresses(map, hand));
  await test.step('a corner is moved, made and taken away', async () => {
    await hand.select(at(0, 1));
    await hand.press(hand.button('vertices.show'));
    await typePlace(map, hand, 3, at(2.5, 5));
    await expect.poll(async () => (await cornersOf(map))[2]).toEqual([2.5, 5]);
    const press = (key: string) =>
      hand.press(map.page.getByRole('button', { name: hand.say(`map:vertices.${key}`, { number: 1 }) }));
    await press('add');
    await expect.poll(async () => (await cornersOf(map)).length).toBe(5);
    await press('delete');
    await expect.poll(async () => (await cornersOf(map)).length).toBe(4);
    await hand.press(hand.button('vertices.show'));
  });
  await test.step('a marker is moved', async () => {
    await hand.select(at(0, 9));
    await hand.press(hand.button('card.edit_coordinates'));
    await typePlace(map, hand, 1, at(1, 10));
    await expect
      .poll(async () => near((await map.value()).markers[0]?.coords as unknown as number[]))
      .toEqual([1, 10]);
  });
  expect(await drags()).toBe(0);
}

test.describe('without dragging', () => {
  test.use({ viewport: { width: 1200, height: 720 } });

  test('areas, corners and markers are moved by presses of a mouse', async ({ map }) => {
    await doAll(map, new Mouse(map, 'uz'), 'uz');
  });

  test('the map is moved by a press on what lies there', async ({ map }) => {
    await map.mount({ mode: 'view', value: { polygons: [area], markers: [home] }, tiles: [], height: 660 });
    const drags = await countDrags(map.page);
    const centre = () => map.page.evaluate(() => host().handle?.export() as unknown as { mapCenter: LatLng });
    await map.button('toolbar.zoom_out').click();
    const { x, y } = await map.at(at(0, 20));
    await map.page.mouse.dblclick(x, y);
    await expect.poll(async () => near((await centre()).mapCenter)[1]).toBeGreaterThan(3);
    expect(await drags()).toBe(0);
  });

  test('what is held is let go by Escape, and by the end of the tool', async ({ map }) => {
    await map.mount({ mode: 'edit', value: { polygons: [area], markers: [] }, tiles: [], height: 660 });
    const hand = new Mouse(map, 'uz');
    await hand.select(at(0, 1));
    await hand.choose('forms', 'move');
    await hand.corner(at(0, 0));
    await map.stage.press('Escape');
    // The tool goes on, and nothing is held.
    await expect(map.page.locator('.km-hint')).toBeVisible();
    await hand.corner(at(-5, -8));
    await hand.corner(at(0, 0));
    await hand.done();
    await hand.choose('forms', 'move');
    await hand.corner(at(-5, -8));
    expect(await cornersOf(map)).toEqual(untouched);
  });

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true, isMobile: true });

    test('areas, corners and markers are moved by taps of a finger', async ({ map }) => {
      await doAll(map, new Finger(map, 'ru'), 'ru');
    });
  });
});
