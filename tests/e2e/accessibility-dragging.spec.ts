import type { Page } from '@playwright/test';
import type { MapPage } from './map/page.tsx';
import { center, expect, test, type LatLng } from './support/map.ts';
import { t, textsIn } from './support/texts.ts';

declare function host(): MapPage;

const [lat, lng] = center;
const at = (north: number, east: number): LatLng => [lat + north / 1000, lng + east / 1000];
const area = {
  id: 1,
  title: 'Doʻstlik',
  color: '#1d5fd1',
  coords: [at(-2, -4), at(-2, 4), at(2, 4), at(2, -4)],
};
const household = { id: 7, title: 'Uy 7', color: '#d64550', coords: at(0, 9) };

/** Counts pointer moves with a pressed button: drags. */
async function countDrags(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { drags: number };
    counted.drags = 0;
    addEventListener('pointermove', ({ buttons }) => void (counted.drags += buttons === 0 ? 0 : 1), true);
  });
  return () => page.evaluate(() => (window as unknown as { drags: number }).drags);
}

/** Coordinates in thousandths of a degree from the centre, to one decimal. */
const near = ([y = 0, x = 0]: readonly number[]) =>
  [(y - lat) * 1000, (x - lng) * 1000].map((value) => Math.round(value * 10) / 10);

test.describe('without dragging', () => {
  test.use({ viewport: { width: 1200, height: 720 } });

  test('the map is moved by a press on a shape', async ({ map }) => {
    await map.mount({
      mode: 'view',
      value: { polygons: [area], markers: [household] },
      tiles: [],
      height: 660,
    });
    const drags = await countDrags(map.page);
    const centre = () => map.page.evaluate(() => host().handle?.export() as unknown as { mapCenter: LatLng });
    await map.button('toolbar.zoom_out').click();
    const { x, y } = await map.at(at(0, 20));
    await map.page.mouse.dblclick(x, y);
    await expect.poll(async () => near((await centre()).mapCenter)[1]).toBeGreaterThan(3);
    expect(await drags()).toBe(0);
  });

  test('an area is rotated by two presses, and Escape releases a grabbed one', async ({ map }) => {
    await map.mount({ mode: 'edit', value: { polygons: [area], markers: [] }, tiles: [], height: 660 });
    const drags = await countDrags(map.page);
    const corners = async () => (await map.value()).polygons[0]?.coords.map(near);
    const before = await corners();
    await map.click(center);
    await map.button('forms.label').click();
    await map.button('forms.rotate').click();
    const received = map.page.getByText(t('map:forms.hint.move_to'));
    await map.click(at(0, 2));
    await expect(received).toBeVisible();
    await map.page.keyboard.press('Escape');
    await map.click(at(6, -6));
    // The press did nothing: the tool is still active, and the area unchanged.
    await expect(map.page.getByText(t('map:forms.hint.rotate'))).toBeVisible();
    expect(await corners()).toEqual(before);
    await map.click(at(0, 2));
    // A quarter turn on screen.
    await map.click(at(3, 0));
    await expect.poll(async () => (await corners())?.[0]).toEqual([-3, 2.7]);
    expect(await drags()).toBe(0);
  });

  test('a marker is moved by its coordinates', async ({ map }) => {
    await map.mount({ mode: 'edit', value: { polygons: [], markers: [household] }, tiles: [], height: 660 });
    const drags = await countDrags(map.page);
    await map.click(household.coords);
    await map.button('card.edit_coordinates').click();
    for (const [axis, degrees] of [
      ['latitude_of', at(3, 0)[0]],
      ['longitude_of', at(0, -5)[1]],
    ] as const) {
      const field = map.page.getByRole('textbox', { name: t(`map:vertices.${axis}`, { number: 1 }) });
      await field.fill(degrees.toFixed(6));
      await field.press('Enter');
    }
    await expect.poll(async () => near((await map.value()).markers[0]?.coords ?? [])).toEqual([3, -5]);
    expect(await drags()).toBe(0);
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 720 } });

  for (const lang of ['uz', 'ru'] as const) {
    test(`the hint of a tool and its button are in front of the card of the area, in ${lang}`, async ({
      map,
    }) => {
      const translate = textsIn(lang);
      const button = (key: string) =>
        map.page.getByRole('button', { name: translate(`map:${key}`), exact: true });
      const settings = { mode: 'edit', value: { polygons: [area], markers: [] }, tiles: [], height: 600 };
      await map.page.evaluate((given) => host().mount(given), { ...settings, fit: false, lang } as never);
      await expect(button('toolbar.undo')).toBeVisible({ timeout: 60_000 });
      await expect.poll(() => map.count('ready')).toBe(1);
      for (const form of ['move', 'rotate', 'scale']) {
        const { x, y } = await map.at(center);
        await map.page.touchscreen.tap(x, y);
        await expect(map.page.locator('.km-card')).toBeVisible();
        await button('forms.label').click();
        await button(`forms.${form}`).click();
        await expect(map.page.getByText(translate(`map:forms.hint.${form}`))).toBeVisible();
        await map.page.touchscreen.tap(x, y);
        const received = map.page.locator('.km-notice span');
        await expect(received).toHaveText(translate('map:forms.hint.move_to'));
        const [notice, hint] = [
          await received.boundingBox(),
          await map.page.locator('.km-hint').boundingBox(),
        ];
        expect.soft((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(hint?.y ?? 0);
        // A press on a covered element would fail.
        await button('draw.done').click({ timeout: 10_000 });
      }
    });
  }
});

test('while corners are edited Tab cycles through them, and the announcement names the key that exits', async ({
  map,
}) => {
  await map.mount({ mode: 'edit', value: { polygons: [area], markers: [] }, tiles: [], height: 600 });
  const { page, stage } = map;
  await map.click(center);
  await stage.focus();
  await page.keyboard.press('Enter');
  const received = page.locator('[aria-live="polite"]').filter({ hasText: 'Escape' });
  await expect(received).toHaveText(t('map:announce.editing', { title: area.title }));
  for (let press = 0; press < 6; press++) await page.keyboard.press('Tab');
  await expect(stage).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(stage).not.toBeFocused();
});
