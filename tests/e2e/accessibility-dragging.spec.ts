import type { Page } from '@playwright/test';
import type { MapPage } from './map/page.tsx';
import { center, expect, test, type LatLng } from './support/map.ts';

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

test.describe('without dragging', () => {
  test.use({ viewport: { width: 1200, height: 720 } });

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
});
