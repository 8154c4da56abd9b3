import type { MapPage } from './map/page.tsx';
import { center, expect, pin, shiftOf, square, test, type MapDriver } from './support/map.ts';
import { t } from './support/texts.ts';

const shapes = { polygons: [square], markers: [pin] };
const [southWest, southEast, northEast] = square.coords;

test('shows and counts shapes and selects one by click', async ({ map }) => {
  const { page } = map;
  await page.evaluate(noteOverlay);
  await map.mount({ value: shapes });
  expect(await page.evaluate(() => document.body.dataset['overlay'])).toBe(t('map:loading'));
  await expect(page.locator('.km-overlay')).toHaveCount(0);
  await expect(page.getByText(`${t('map:status.polygons')}: 1`)).toBeVisible();
  await map.click(center);
  const card = page.getByRole('region', { name: t('map:card.label') });
  await expect(card).toContainText('Mustaqillik MFY');
  await expect(card).toContainText(square.color);
  await expect(card).toContainText(t('map:unit.ha'));
  // Two sides of 0.01° to the north, and two to the east.
  await expect(card.locator('dt', { hasText: t('map:card.perimeter') }).locator('+ dd')).toContainText(
    `3,89 ${t('map:unit.km')}`,
  );
  await map.click(pin.coords);
  await expect(card).toContainText('41.558556, 60.632876');
  await map.click([41.57, 60.64]);
  await expect(card).toBeHidden();
  await expect(map.button('toolbar.undo')).toHaveCount(0);

  // An idle map requests no animation frames; the next input wakes it.
  await expect.poll(() => page.evaluate(countFrames)).toBe(0);

  // The drag moves the drawn frame and draws one ahead, which stays there: another one would show the same.
  const received = await map.count('select');
  const from = await map.at([41.57, 60.64]);
  const before = await map.at(pin.coords);
  const carried = { x: before.x - 90, y: before.y + 20 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 90, from.y + 20, { steps: 9 });
  await expect.poll(() => map.colorAt(carried)).toEqual([0xd6, 0x45, 0x50]);
  await page.mouse.up();
  await expect.poll(() => map.colorAt(carried)).toEqual([0xd6, 0x45, 0x50]);
  expect(await shiftOf(map)).toEqual([72, -16]);
  // A page may wait until its animations have finished.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  const { mapCenter = [0, 0] } = (await page.evaluate(() => host().handle?.export())) ?? {};
  expect(mapCenter[1] - center[1]).toBeCloseTo((90 * 360) / (512 * 2 ** 13), 6);
  expect(await map.count('select')).toBe(received);

  await test.step('without a mouse the crosshair shows what Enter selects', async () => {
    const { keyboard } = page;
    const crosshair = page.locator('.km-crosshair');
    const liveRegion = page.locator('.km-sr');
    await map.stage.click({ position: { x: 300, y: 400 } });
    await expect(map.stage).toBeFocused();
    await expect(crosshair).toBeHidden();
    // From the new position, the marker is fifty pixels to the right and twenty below.
    for (let step = 0; step < 5; step += 1) await keyboard.press('Shift+ArrowRight');
    await expect(crosshair).toBeVisible();
    await keyboard.press('Enter');
    await expect(liveRegion).toHaveText(t('map:announce.center', { place: await placeOf(map) }));
    for (let step = 0; step < 2; step += 1) await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Enter');
    await expect(liveRegion).toHaveText(t('map:announce.selected', { title: pin.title }));
    await expect(card).toContainText('41.558556, 60.632876');
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    await expect(card).toContainText('Mustaqillik MFY');
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await expect(liveRegion).toHaveText(t('map:announce.deselected'));
    await expect(card).toBeHidden();
  });
});

test('thousands of markers are clustered with counts when zoomed out, and single when zoomed in', async ({
  map,
}) => {
  await map.page.evaluate(() => host().mountPlaces(2000));
  await expect.poll(() => map.count('places')).toBe(1);
  await expect.poll(() => map.count('ready')).toBe(1);
  // Counts the drawn pixels of the overlay canvas, in the centre of the map and in total.
  const written = () =>
    map.page.locator('.km-overlay-canvas').evaluate((sheet: HTMLCanvasElement) => {
      const { width, height } = sheet;
      const pixels = (...box: [number, number, number, number]) =>
        sheet
          .getContext('2d')!
          .getImageData(...box)
          .data.filter((value, at) => at % 4 === 3 && value > 0).length;
      return width === 0
        ? [0, 0]
        : [pixels(width / 2 - 20, height / 2 - 8, 40, 16), pixels(0, 0, width, height)];
    });
  const { x, y } = await map.at(center);
  await expect.poll(() => map.colorAt({ x, y })).toEqual([0xd6, 0x45, 0x50]);
  expect(await written()).toEqual([0, 0]);
  await map.stage.focus();
  await map.page.keyboard.press('-');
  await expect.poll(async () => (await written())[0]).toBeGreaterThan(60);
  const [within, all] = await written();
  expect(within).toBe(all);
  await map.page.keyboard.press('+');
  await expect.poll(written).toEqual([0, 0]);

  // Enter clicks at the crosshair: zooms to where the cluster splits, and selects a marker there.
  const liveRegion = map.page.locator('.km-sr');
  await map.page.keyboard.press('-');
  await expect.poll(async () => (await written())[0]).toBeGreaterThan(60);
  await map.page.keyboard.press('Enter');
  await expect(liveRegion).toHaveText(t('map:status.shown', { zoom: '13.2' }));
  await expect.poll(written).toEqual([0, 0]);
  await map.page.keyboard.press('Enter');
  await expect(liveRegion).toHaveText(t('map:announce.selected', { title: 'Toifa' }));
  expect(await map.last('pick')).toMatchObject({ category: 0, at: center });
  await map.page.keyboard.press('ArrowDown');
  await map.page.keyboard.press('Enter');
  expect(await map.last('pick')).toBeNull();
});

test('draws a polygon by clicks and closes it on its first vertex', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  await map.button('toolbar.draw_polygon').click();
  for (const place of square.coords.slice(0, 3)) await map.click(place);
  await map.click(southWest);
  const { polygons } = await map.value();
  expect(polygons).toHaveLength(1);
  expect(polygons[0]?.coords).toHaveLength(3);
  expect(polygons[0]?.coords[1]?.[0]).toBeCloseTo(southEast[0], 3);
  expect(polygons[0]?.coords[1]?.[1]).toBeCloseTo(southEast[1], 3);
  expect(await map.last('change')).toMatchObject({ origin: 'user' });
});

test('a new polygon is a square of 0.01° at the centre, ready to edit', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  await map.button('toolbar.add_polygon').click();
  const { polygons } = await map.value();
  const lats = polygons[0]?.coords.map(([lat]) => lat ?? 0) ?? [];
  expect(Math.max(...lats) - Math.min(...lats)).toBeCloseTo(0.02, 6);
  await expect(map.button('toolbar.stop_edit')).toHaveAttribute('aria-pressed', 'true');
});

test('moves, adds and deletes vertices by mouse while the map stands still', async ({ map }) => {
  await map.mount({ mode: 'edit', value: shapes });
  await expect(map.button('toolbar.edit')).toBeDisabled();
  await map.click(center);
  await expect(map.button('toolbar.edit')).toBeEnabled();
  await map.button('toolbar.edit').click();
  const corner = await map.at(northEast);
  await map.page.mouse.move(corner.x, corner.y);
  const cursor = () =>
    map.page
      .locator('canvas')
      .first()
      .evaluate((canvas) => getComputedStyle(canvas).cursor);
  await expect.poll(cursor).toBe('move');
  await map.drag(northEast, [41.5665558, 60.6288756]);
  const moved = (await map.value()).polygons[0]?.coords[2];
  expect(moved?.[0]).toBeCloseTo(41.5665558, 3);
  expect(moved?.[1]).toBeCloseTo(60.6288756, 3);

  await map.drag([41.5535558, 60.6208756], [41.5505558, 60.6208756]);
  expect((await map.value()).polygons[0]?.coords).toHaveLength(5);
  await map.click([41.5505558, 60.6208756], { modifiers: ['Alt'] });
  expect((await map.value()).polygons[0]?.coords).toHaveLength(4);
  // A click alone deletes nothing.
  await map.click(southWest);
  expect((await map.value()).polygons[0]?.coords).toHaveLength(4);
  expect(await map.page.evaluate(() => host().handle?.export().mapCenter)).toEqual([...center]);
});

test('a self-intersecting polygon stays, is marked, and is omitted from the value', async ({ map }) => {
  await map.mount({ mode: 'edit', value: shapes });
  await map.click(center);
  await map.button('toolbar.edit').click();
  await map.drag(southWest, [41.5685558, 60.6208756]);
  await expect(map.page.getByRole('alert')).toContainText(t('map:reason.crosses_itself'));
  expect((await map.value()).polygons[0]?.coords).toEqual(square.coords);
  expect(await map.last('problems')).toBe(1);
  await map.button('toolbar.undo').click();
  await expect(map.page.getByRole('alert')).toBeHidden();
  expect(await map.last('problems')).toBe(0);
});

test('places and moves a marker', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  await map.button('toolbar.add_marker').click();
  await map.click(pin.coords);
  await map.drag(pin.coords, southWest);
  const { markers } = await map.value();
  expect(markers).toHaveLength(1);
  expect(markers[0]?.coords[0]).toBeCloseTo(southWest[0], 3);
  expect(markers[0]?.coords[1]).toBeCloseTo(southWest[1], 3);
});

test('hides buttons without permission, and disables adding at the limit', async ({ map }) => {
  const nothing = { add: false, edit: false, delete: false };
  const all = { add: true, edit: true, delete: true };
  await map.mount({
    mode: 'edit',
    value: { polygons: [square], markers: [] },
    rights: { polygon: nothing, marker: all },
    limits: { polygon: null, marker: 1 },
  });
  await expect(map.button('toolbar.add_polygon')).toHaveCount(0);
  await map.click(center);
  await expect(map.button('toolbar.delete')).toBeDisabled();
  await expect(map.page.getByText('0/1').first()).toBeVisible();
  await map.button('toolbar.add_marker').click();
  await map.click(pin.coords);
  const full = map.button('toolbar.at_limit', { label: t('map:toolbar.add_marker'), count: 1, max: 1 });
  await expect(full).toBeDisabled();
});

test('deleting asks with the title, clearing asks too, and both can be undone', async ({ map }) => {
  await map.mount({ mode: 'edit', value: shapes });
  const { page } = map;
  await map.click(center);
  await map.button('toolbar.delete').click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Mustaqillik MFY');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect((await map.value()).polygons).toHaveLength(1);
  await map.button('toolbar.delete').click();
  await dialog.getByRole('button', { name: t('map:confirm.yes_delete') }).click();
  expect((await map.value()).polygons).toHaveLength(0);
  await map.button('toolbar.clear').click();
  await dialog.getByRole('button', { name: t('map:confirm.yes_clear') }).click();
  expect((await map.value()).markers).toHaveLength(0);
  await map.button('toolbar.undo').click();
  await map.button('toolbar.undo').click();
  const { polygons, markers } = await map.value();
  expect([polygons.length, markers.length]).toEqual([1, 1]);
  await map.button('toolbar.redo').click();
  expect((await map.value()).polygons).toHaveLength(0);
});

test('the list filters, renames, selects and hides shapes, and the palette recolours', async ({ map }) => {
  // Enough shapes for a search box.
  const more = Array.from({ length: 7 }, (_, index) => ({ ...pin, id: 10 + index, title: `Bogʻ ${index}` }));
  await map.mount({ mode: 'edit', value: { polygons: [square], markers: [pin, ...more] } });
  const { page } = map;
  await map.button('toolbar.list').click();
  const list = page.getByRole('region', { name: t('map:list.title') });
  const search = list.getByRole('searchbox', { name: t('map:list.search') });
  await search.fill("BOG' 3");
  await expect(list.getByRole('listitem')).toHaveText(['Bogʻ 3']);
  await search.fill('bunday shakl yoʻq');
  await expect(list).toContainText(t('map:list.none_found'));
  await search.fill('');
  await expect(list.getByRole('listitem')).toHaveCount(9);
  await list.getByRole('button', { name: t('map:list.rename', { title: 'Xonadon 12' }) }).click();
  await page.keyboard.type('Xonadon 14');
  await page.keyboard.press('Enter');
  const renamed = list.getByRole('button', { name: t('map:list.select', { title: 'Xonadon 14' }) });
  await expect(renamed).toBeFocused();
  // A click would have selected it.
  await expect(renamed).toHaveAttribute('aria-pressed', 'false');
  await renamed.click();
  const card = page.getByRole('region', { name: t('map:card.label') });
  const title = card.getByRole('textbox', { name: t('map:card.title') });
  await title.fill('Xonadon 16');
  await title.press('Enter');
  await expect(renamed).toHaveCount(0);
  await expect(title).toBeFocused();
  await map.button('toolbar.color').click();
  await page
    .getByRole('group', { name: t('map:color.label') })
    .getByRole('button')
    .nth(3)
    .click();
  await expect(map.button('toolbar.color')).toBeFocused();
  const { markers } = await map.value();
  expect(markers[0]).toMatchObject({ title: 'Xonadon 16', color: '#8f9a1a' });
  await list.getByRole('button', { name: t('map:list.show', { title: 'Mustaqillik MFY' }) }).click();
  await expect.poll(async () => page.evaluate(() => host().handle?.export().mapZoom)).toBeGreaterThan(13);
  // The focused element was unmounted: the map receives the keys.
  await card.getByRole('button', { name: t('map:card.close') }).press('Enter');
  await expect(card).toBeHidden();
  await expect(map.stage).toBeFocused();
  await page.keyboard.press('Control+z');
  expect((await map.value()).markers[0]?.color).toBe(pin.color);
});

test('leaving an unchanged title with surrounding spaces changes nothing', async ({ map }) => {
  const title = ' Mustaqillik MFY ';
  await map.mount({ mode: 'edit', value: { polygons: [{ ...square, title }], markers: [] } });
  const { page } = map;
  await map.button('toolbar.list').click();
  const list = page.getByRole('region', { name: t('map:list.title') });
  await list.getByRole('button', { name: t('map:list.rename', { title: title.trim() }) }).click();
  await page.keyboard.press('Enter');
  const name = list.getByRole('button', { name: t('map:list.select', { title: title.trim() }) });
  await expect(name).toBeFocused();
  await expect(map.button('toolbar.undo')).toBeDisabled();
  await name.click();
  const card = page.getByRole('region', { name: t('map:card.label') });
  await card.getByRole('textbox', { name: t('map:card.title') }).press('Enter');
  await expect(map.button('toolbar.undo')).toBeDisabled();
  expect((await map.value()).polygons[0]?.title).toBe(title);
});

test('import of text and files reports accepted shapes, and the reasons for the others', async ({ map }) => {
  await map.mount({ mode: 'edit', limits: { polygon: 1, marker: null } });
  const { page } = map;
  await map.button('toolbar.import').click();
  const dialog = page.getByRole('dialog', { name: t('map:import.title') });
  await dialog.getByRole('textbox').fill('nothing of a map');
  await dialog.getByRole('button', { name: t('map:import.submit') }).click();
  await expect(dialog.getByRole('alert')).toContainText(t('map:reason.unreadable'));
  const text = JSON.stringify({
    polygons: [square, { ...square, id: 2, title: 'Ikkinchi' }],
    markers: [pin],
  });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByText(t('map:import.choose')).click();
  await (
    await chooser
  ).setFiles({ name: 'map.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const report = page.getByRole('region', { name: t('map:report.title') });
  await expect(report).toContainText(t('map:report.accepted', { count: 2 }));
  await expect(report).toContainText(t('map:reason.limit'));
  expect((await map.value()).polygons).toHaveLength(1);
});

test('an exported file can be imported', async ({ map }) => {
  await map.mount({ value: shapes });
  const download = map.page.waitForEvent('download');
  await map.button('toolbar.export').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^map-data-\d+\.json$/);
  const stream = await file.createReadStream();
  const text = (await stream.toArray()).join('');
  expect(JSON.parse(text)).toMatchObject({ ...shapes, mapCenter: center, mapZoom: 13 });
});

declare function host(): MapPage;

/** The centre of the map in readable form. */
async function placeOf({ page }: MapDriver): Promise<string> {
  const middle = await page.evaluate(() => host().handle?.export().mapCenter);
  return middle?.map((degrees) => degrees.toFixed(6)).join(', ') ?? '';
}

/** Runs in the browser: records the first overlay of a map. */
function noteOverlay(): void {
  const observer = new MutationObserver(() => {
    const text = document.querySelector('.km-overlay')?.textContent;
    if (!text) return;
    document.body.dataset['overlay'] = text;
    observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** How many animation frames the page requests within a short time. */
function countFrames(): Promise<number> {
  const requestFrame = window.requestAnimationFrame;
  let count = 0;
  window.requestAnimationFrame = (draw) => {
    count += 1;
    return requestFrame(draw);
  };
  return new Promise((done) => {
    setTimeout(() => {
      window.requestAnimationFrame = requestFrame;
      done(count);
    }, 300);
  });
}
