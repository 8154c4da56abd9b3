import { untilReady, visit, type Element, type Host } from './support/map-element.ts';
import { drawWithFinger, drawWithKeys, zoomWithFingers } from './support/map-gestures.ts';
import { center, MapDriver, pin, square } from './support/map.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

// Input other than mouse and keyboard.
test.use({ hasTouch: true });

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());

test('a map in a shadow root behaves like any other', async ({ page, server }) => {
  await visit(page, site, server.url, '<komak-map mode="edit" tiles="none"></komak-map>');
  await untilReady(page, 1);
  const map = new MapDriver(page);
  const element = page.locator('komak-map');
  const set = (attribute: string, value: string) =>
    element.evaluate((one, [name, now]) => one.setAttribute(name, now), [attribute, value] as const);
  const exported = () => element.evaluate((one) => (one as Element).export());
  // Overrides the page's styles.
  await element.evaluate((one) => one.style.setProperty('height', '600px', 'important'));
  await expect(map.button('toolbar.undo')).toBeVisible();

  await test.step('draws and edits by touch', () => drawWithFinger(map));
  await element.evaluate((one) => (one as Element).clear());
  await test.step('draws, edits and deletes by keyboard', () => drawWithKeys(map));

  await test.step('attributes move the view and back', async () => {
    await set('center', '41.3,69.2');
    await expect.poll(exported).toMatchObject({ mapCenter: [41.3, 69.2], mapZoom: 13 });
    await set('zoom', '11');
    await expect.poll(exported).toMatchObject({ mapCenter: [41.3, 69.2], mapZoom: 11 });
    await set('center', center.join(','));
    await set('zoom', '13');
    await expect.poll(exported).toMatchObject({ mapCenter: center, mapZoom: 13 });
  });

  await test.step('mouse selects, moves a vertex, and asks before deleting', async () => {
    const text = JSON.stringify({ polygons: [square], markers: [pin] });
    await element.evaluate((one, given) => (one as Element).import(given), text);
    await map.click(center);
    expect(await map.last('select')).toMatchObject({ shape: { id: square.id }, kind: 'polygon' });
    await map.button('toolbar.edit').click();
    await map.drag(square.coords[2], [41.5665558, 60.6288756]);
    const moved = (await map.value()).polygons[0]?.coords[2];
    expect(moved?.[0]).toBeCloseTo(41.5665558, 3);
    expect(moved?.[1]).toBeCloseTo(60.6288756, 3);
    await page.keyboard.press('Escape');
    await map.button('toolbar.delete').click();
    await expect(page.getByRole('alertdialog')).toContainText(square.title);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(map.button('toolbar.delete')).toBeFocused();
    expect((await map.value()).polygons).toHaveLength(1);
  });

  await test.step('a popup closes on Escape, on a click on the map and on the page', async () => {
    const colors = page.getByRole('group', { name: t('map:color.label') });
    await map.button('toolbar.color').click();
    await expect(colors).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(colors).toHaveCount(0);
    await expect(map.button('toolbar.color')).toBeFocused();
    await map.button('toolbar.color').click();
    await map.click([41.57, 60.64]);
    await expect(colors).toHaveCount(0);
    await map.button('toolbar.color').click();
    await expect(colors).toBeVisible();
    await page.mouse.click(700, 800);
    await expect(colors).toHaveCount(0);
  });

  await test.step('fills the screen, or the window where the browser allows no fullscreen element', async () => {
    const size = async () => {
      const { width = 0, height = 0 } = (await element.locator('.km').boundingBox()) ?? {};
      return { width, height };
    };
    const small = await size();
    const full = () => page.evaluate(() => document.fullscreenElement?.localName ?? null);
    for (const may of [true, false]) {
      if (!may)
        await page.evaluate(() => void (HTMLElement.prototype.requestFullscreen = () => Promise.reject()));
      await map.button('toolbar.fullscreen').click();
      await expect.poll(size).toEqual(page.viewportSize());
      expect(await full()).toBe(may ? 'komak-map' : null);
      await map.button('toolbar.leave_fullscreen').click();
      await expect.poll(size).toEqual(small);
    }
  });

  await test.step('keys that are typed into a text to import reach no listener of the page', async () => {
    await page.evaluate(() => {
      const keys: string[] = [];
      document.addEventListener('keydown', ({ key }) => void keys.push(key));
      Object.assign(window, { keys });
    });
    await map.button('toolbar.import').click();
    await page.getByRole('textbox', { name: t('map:import.text') }).press('p');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await map.stage.focus();
    await page.keyboard.press('q');
    expect(await page.evaluate(() => (window as unknown as { keys: string[] }).keys)).toEqual(['q']);
  });

  await test.step('zooms with two fingers', () => zoomWithFingers(map));
  expect(await page.evaluate(() => (window as unknown as Host).violations)).toEqual([]);
});

test('a map on a page that is scaled, and written from right to left', async ({ page, server }) => {
  await visit(
    page,
    site,
    server.url,
    '<div dir="rtl"><komak-map mode="edit" tiles="none"></komak-map></div>',
  );
  await untilReady(page, 1);
  const map = new MapDriver(page);
  const element = page.locator('komak-map');
  await element.evaluate((one) => {
    one.style.setProperty('height', '700px', 'important');
    const around = { display: 'block', transform: 'scale(0.6)', 'transform-origin': '0 0' };
    for (const [name, value] of Object.entries(around))
      one.parentElement?.style.setProperty(name, value, 'important');
  });
  const bar = await element.getByRole('toolbar').boundingBox();
  const box = await element.boundingBox();
  if (!bar || !box) throw new Error('the map has no box');
  expect(bar.x - box.x).toBeLessThan(box.x + box.width - bar.x - bar.width);
  await map.button('toolbar.add_marker').click();
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.6);
  const [marker, expected] = await element.evaluate((one) => {
    const { value, offsetWidth, offsetHeight } = one as Element;
    const place = (one as Element).unproject([offsetWidth * 0.25, offsetHeight * 0.6]);
    return [value.markers as { coords: [number, number] }[], place] as const;
  });
  for (const axis of [0, 1] as const)
    expect(marker[0]?.coords[axis]).toBeCloseTo(expected?.[axis] ?? Number.NaN, 4);
});
