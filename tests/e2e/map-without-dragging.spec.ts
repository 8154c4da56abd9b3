import { center, expect, pin, square, test } from './support/map.ts';
import { t } from './support/texts.ts';

// WCAG 2.5.7: what is done by dragging can be done by single presses of a pointer too; keys are tried in `map-ways.spec.ts`.

test('a map is brought elsewhere, a corner moved and a marker put elsewhere without dragging', async ({
  map,
}) => {
  await map.mount({ mode: 'edit', value: { polygons: [square], markers: [pin] } });
  const { page } = map;

  await test.step('a corner goes to the coordinates that are typed into its field', async () => {
    await map.click(center);
    await map.button('vertices.show').click();
    const latitude = page.getByRole('textbox', { name: t('map:vertices.latitude_of', { number: 3 }) });
    await latitude.click();
    await latitude.fill('41.566');
    await page.getByRole('textbox', { name: t('map:vertices.latitude_of', { number: 1 }) }).click();
    expect((await map.value()).polygons[0]?.coords[2]?.[0]).toBe(41.566);
  });

  await test.step('a marker is taken away and put elsewhere', async () => {
    await map.click(pin.coords);
    await map.button('toolbar.delete').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('map:confirm.yes_delete') })
      .click();
    await map.button('toolbar.add_marker').click();
    await map.click([pin.coords[0] - 0.004, pin.coords[1]]);
    const [marker] = (await map.value()).markers;
    expect(marker?.coords[0]).toBeCloseTo(pin.coords[0] - 0.004, 3);
  });

  await test.step('the view goes to another place by a button and a double press', async () => {
    const box = await map.stage.boundingBox();
    if (!box) throw new Error('the map has no box');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await map.button('toolbar.zoom_out').click();
    await page.mouse.dblclick(middle.x + box.width * 0.3, middle.y);
    // A marker in the middle says where the view is; the map glides there.
    await expect(async () => {
      await map.button('toolbar.add_marker').click();
      await page.mouse.click(middle.x, middle.y);
      const longitude = (await map.value()).markers[1]?.coords[1] ?? 0;
      if (longitude < center[1] + 0.005) await map.button('toolbar.undo').click();
      expect(longitude).toBeGreaterThan(center[1] + 0.005);
    }).toPass();
  });
});
