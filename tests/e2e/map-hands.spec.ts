import { center, expect, pin, square, test } from './support/map.ts';
import { drawWithFinger, drawWithKeys, zoomWithFingers } from './support/map-hands.ts';
import { t } from './support/texts.ts';

// The element's own hands: `map-element.spec.ts`.
const shapes = { polygons: [square], markers: [pin] };
const [, , northEast] = square.coords;

test('the keyboard alone draws a polygon, mends it and deletes it', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  await drawWithKeys(map);
});

test('places can be typed', async ({ map }) => {
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

  await test.step('what is not taken is of no other vertex, and of no other shape', async () => {
    await map.button('vertices.delete', { number: 1 }).click();
    await expect(latitude).toHaveValue('41.563556');
    const first = page.getByRole('textbox', { name: t('map:vertices.latitude_of', { number: 1 }) });
    await first.fill('41,5a');
    await map.click(pin.coords);
    await expect(first).toHaveValue('41.558556');
  });
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 720 } });

  test('a polygon is drawn, a vertex moved, and another one deleted by resting on it', async ({ map }) => {
    await map.mount({ mode: 'edit', height: 600 });
    await drawWithFinger(map);
  });

  test('two fingers zoom', async ({ map }) => {
    await map.mount({ value: shapes, height: 600 });
    await zoomWithFingers(map);
  });
});
