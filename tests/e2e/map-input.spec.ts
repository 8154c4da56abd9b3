import { center, expect, pin, square, test } from './support/map.ts';
import { drawWithFinger, drawWithKeys, zoomWithFingers } from './support/map-gestures.ts';
import { t } from './support/texts.ts';

// The element has its own test: `map-element-input.spec.ts`.
const shapes = { polygons: [square], markers: [pin] };
const [, , northEast] = square.coords;

test('draws, edits and deletes a polygon by keyboard alone', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  await drawWithKeys(map);
});

test('coordinates can be typed', async ({ map }) => {
  await map.mount({ mode: 'edit', value: shapes });
  const { page } = map;
  await map.click(center);
  await map.button('vertices.show').click();
  const latitude = page.getByRole('textbox', { name: t('map:vertices.latitude_of', { number: 3 }) });
  await latitude.fill('41,5655558');
  await latitude.press('Enter');
  expect((await map.value()).polygons[0]?.coords[2]).toEqual([41.5655558, northEast[1]]);
  await latitude.fill('95');
  await latitude.press('Enter');
  await expect(latitude).toHaveAttribute('aria-invalid', 'true');
  expect((await map.value()).polygons[0]?.coords[2]?.[0]).toBe(41.5655558);

  await test.step('an invalid coordinate stays with its vertex and its shape', async () => {
    await map.button('vertices.delete', { number: 1 }).click();
    await expect(latitude).toHaveValue('41.563556');
    const first = page.getByRole('textbox', { name: t('map:vertices.latitude_of', { number: 1 }) });
    await first.fill('41,5a');
    await map.click(pin.coords);
    await expect(first).toHaveValue('41.558556');
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 720 } });

  test('draws a polygon, moves a vertex, and deletes another by a long press', async ({ map }) => {
    await map.mount({ mode: 'edit', height: 600 });
    await drawWithFinger(map);
  });

  test('zooms with two fingers', async ({ map }) => {
    await map.mount({ value: shapes, height: 600 });
    await zoomWithFingers(map);
  });
});
