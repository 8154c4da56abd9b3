import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test, type MapDriver } from './support/map.ts';
import { textsIn } from './support/texts.ts';

const demo = new URL('../../plugins/households/demo/urganch.pmtiles', import.meta.url);

/** How many colours a picture of the map has, and how bright it is on average: 0 to 255. */
async function lookOf(map: MapDriver): Promise<{ colors: number; brightness: number }> {
  const { data, info } = await sharp(await map.stage.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colors = new Set<number>();
  let sum = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    colors.add((red >> 3) * 1024 + (green >> 3) * 32 + (blue >> 3));
    sum += (red + green + blue) / 3;
  }
  return { colors: colors.size, brightness: sum / (data.length / info.channels) };
}

for (const theme of ['light', 'dark'] as const) {
  test(`draws the streets of the demonstration's archive, ${theme}, and asks no other host`, async ({
    map,
    site,
  }) => {
    const others: string[] = [];
    map.page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(site.url)) others.push(request.url());
    });
    site.put('/city.pmtiles', { type: 'application/vnd.pmtiles', body: await readFile(demo) });
    await map.mount({ tiles: [], toolbar: 'none', theme });
    const empty = await lookOf(map);
    await map.mount({
      tiles: [{ id: 'city', name: 'Shahar', url: `${site.url}/city.pmtiles` }],
      toolbar: 'none',
      theme,
    });
    await expect.poll(async () => (await lookOf(map)).colors).toBeGreaterThan(empty.colors + 4);
    const { brightness } = await lookOf(map);
    if (theme === 'light') expect(brightness).toBeGreaterThan(150);
    else expect(brightness).toBeLessThan(110);
    expect(others).toEqual([]);
  });
}

test('says in both languages what is wrong with an archive', async ({ map, site }) => {
  for (const lang of ['uz', 'ru'] as const) {
    await map.mount({
      tiles: [{ id: 'city', name: 'Shahar', url: `${site.url}/${lang}-none.pmtiles` }],
      lang,
    });
    const problem = textsIn(lang)('map:tiles.problem.missing', { failed: 'Shahar' });
    await expect(map.page.getByText(problem)).toBeVisible();
  }
});
