import { readFile } from 'node:fs/promises';
import { measurePicture } from './support/map-points.ts';
import { expect, square, test } from './support/map.ts';
import { textsIn } from './support/texts.ts';

const demo = new URL('../../plugins/households/demo/city.pmtiles', import.meta.url);

for (const theme of ['light', 'dark'] as const) {
  test(`draws the streets of the demonstration's archive, ${theme}, and requests no other host`, async ({
    map,
    site,
  }) => {
    const others: string[] = [];
    map.page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(site.url)) others.push(request.url());
    });
    site.put('/city.pmtiles', { type: 'application/vnd.pmtiles', body: await readFile(demo) });
    await map.mount({ tiles: [], toolbar: 'none', theme });
    const empty = await measurePicture(map.stage);
    await map.mount({
      tiles: [{ id: 'city', name: 'Shahar', url: `${site.url}/city.pmtiles` }],
      toolbar: 'none',
      theme,
    });
    await expect.poll(async () => (await measurePicture(map.stage)).colors).toBeGreaterThan(empty.colors + 4);
    const { brightness } = await measurePicture(map.stage);
    if (theme === 'light') expect(brightness).toBeGreaterThan(150);
    else expect(brightness).toBeLessThan(110);
    expect(others).toEqual([]);
  });
}

test('changes the colours of the streets with the theme, on the visible map', async ({ map, site }) => {
  site.put('/city.pmtiles', { type: 'application/vnd.pmtiles', body: await readFile(demo) });
  const tiles = [{ id: 'city', name: 'Shahar', url: `${site.url}/city.pmtiles` }];
  await map.page.emulateMedia({ colorScheme: 'light' });
  await map.mount({ tiles: [], toolbar: 'none', theme: 'auto' });
  const empty = await measurePicture(map.stage);
  await map.mount({ tiles, toolbar: 'none', theme: 'auto', value: { polygons: [square], markers: [] } });
  await expect.poll(async () => (await measurePicture(map.stage)).colors).toBeGreaterThan(empty.colors + 4);
  const ready = await map.count('ready');
  await map.page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await measurePicture(map.stage)).brightness).toBeLessThan(110);
  // Streets are still visible, so not only the background has changed.
  await expect.poll(async () => (await measurePicture(map.stage)).colors).toBeGreaterThan(empty.colors + 4);
  await map.page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(async () => (await measurePicture(map.stage)).brightness).toBeGreaterThan(150);
  expect(await map.count('ready')).toBe(ready);
  expect((await map.value()).polygons).toHaveLength(1);
});

test('reports problems of an archive in both languages', async ({ map, site }) => {
  for (const lang of ['uz', 'ru'] as const) {
    await map.mount({
      tiles: [{ id: 'city', name: 'Shahar', url: `${site.url}/${lang}-none.pmtiles` }],
      lang,
    });
    const problem = textsIn(lang)('map:tiles.problem.missing', { failed: 'Shahar' });
    await expect(map.page.getByText(problem)).toBeVisible();
  }
});
