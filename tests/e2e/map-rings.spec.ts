import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import { expect, square, test, type MapDriver } from './support/map.ts';
import { expectToast } from './support/applications.ts';
import { fillNames, inLanguage, makeRecord, saveButtonOf, uniqueMark } from './support/records.ts';
import { test as office, expect as expectOffice } from './support/test.ts';
import { t } from './support/texts.ts';

type Pair = [lng: number, lat: number];

/** A closed ring for GeoJSON: its lower left corner and its size, in degrees. */
function ring(west: number, south: number, size: number): Pair[] {
  const [east, north] = [west + size, south + size];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

const [south, west] = square.coords[0];
/** The square with a hole in its middle, and a small part to its right. */
const geometry = {
  type: 'MultiPolygon',
  coordinates: [
    [ring(west, south, 0.01), ring(west + 0.003, south + 0.003, 0.004)],
    [ring(west + 0.013, south, 0.004)],
  ],
} as const;
const area = { ...square, geometry };
const value = { polygons: [area], markers: [] };

const inHole = [south + 0.005, west + 0.005] as const;
const inside = [south + 0.0015, west + 0.0015] as const;
const inPart = [south + 0.002, west + 0.015] as const;
const outside = [south + 0.008, west + 0.015] as const;

const holeOf = async (map: MapDriver) => {
  const { polygons } = (await map.value()) as unknown as { polygons: [typeof area] };
  return polygons[0].geometry.coordinates[0][1];
};

test('draws holes and parts, and hits them by the even-odd rule', async ({ map }) => {
  await map.mount({ value, tiles: [] });
  const ground = await map.colorAt(await map.at(outside));
  await expect.poll(async () => map.colorAt(await map.at(inside))).not.toEqual(ground);
  expect(await map.colorAt(await map.at(inHole))).toEqual(ground);
  expect(await map.colorAt(await map.at(inPart))).toEqual(await map.colorAt(await map.at(inside)));
  const card = map.page.getByRole('region', { name: t('map:card.label') });
  await map.click(inHole);
  await expect(card).toBeHidden();
  await map.click(inPart);
  await expect(card).toBeVisible();
  await expect(card).toContainText(`${t('map:card.parts')}2`);
  await expect(card).toContainText(`${t('map:card.holes')}1`);
});

test('corners of a hole are dragged, moved by keys, added and deleted, and undone', async ({ map }) => {
  await map.mount({ mode: 'edit', value, tiles: [] });
  await map.click(inside);
  await map.button('toolbar.edit').click();
  const before = await holeOf(map);
  await map.drag([south + 0.003, west + 0.003], [south + 0.002, west + 0.002]);
  await expect
    .poll(async () => (await holeOf(map))[0]?.map((one) => one.toFixed(3)))
    .toEqual([(west + 0.002).toFixed(3), (south + 0.002).toFixed(3)]);
  await map.stage.focus();
  await map.page.keyboard.press('Insert');
  await expect.poll(async () => (await holeOf(map)).length).toBe(before.length + 1);
  await map.page.keyboard.press('Delete');
  await expect.poll(async () => (await holeOf(map)).length).toBe(before.length);
  for (let step = 0; step < 3; step += 1) await map.page.keyboard.press('Control+z');
  await expect.poll(() => holeOf(map)).toEqual(before);
  // Outside its area the hole is marked, and the value keeps the valid state.
  await map.drag([south + 0.003, west + 0.003], [south - 0.002, west + 0.003]);
  await expect(map.page.getByText(t('map:reason.crosses_itself'))).toBeVisible();
  expect(await holeOf(map)).toEqual(before);
});

test('a dragged corner draws its edges and the area in each frame, and copies the other corners', async ({
  map,
}) => {
  // The hole has 24 corners around its middle, and its first one is dragged out to the left.
  const [middle, radius, corners] = [[west + 0.005, south + 0.005] as const, 0.003, 24];
  const round = Array.from({ length: corners + 1 }, (_, index): Pair => {
    const angle = (index / corners) * 2 * Math.PI;
    return [middle[0] + Math.cos(angle) * radius, middle[1] + (Math.sin(angle) * radius * 3) / 4];
  });
  const holed = {
    ...square,
    geometry: { type: 'MultiPolygon', coordinates: [[ring(west, south, 0.01), round]] },
  };
  await map.mount({ mode: 'edit', value: { polygons: [holed], markers: [] } as never, tiles: [] });
  await map.click(inside);
  await map.button('toolbar.edit').click();
  const opposite = await map.at([middle[1], middle[0] - radius]);
  const corner = await map.colorAt(opposite);
  const from = await map.at([middle[1], middle[0] + radius]);
  const handle = await map.colorAt(from);
  const rim = { x: from.x - 20, y: from.y };
  const empty = await map.colorAt(rim);
  await map.page.mouse.move(from.x, from.y);
  await map.page.mouse.down();
  await map.page.mouse.move(from.x - 10, from.y);
  await map.page.evaluate(() => {
    const counted = window as unknown as { copied: number };
    counted.copied = 0;
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function count(...given: unknown[]) {
      counted.copied += 1;
      Reflect.apply(drawImage, this, given);
    };
  });
  const steps = 20;
  await map.page.mouse.move(from.x - 20, from.y, { steps });
  // The handle is drawn at the pointer, and the corners opposite stay.
  await expect.poll(() => map.colorAt(rim)).not.toEqual(empty);
  expect(await map.colorAt(opposite)).toEqual(corner);
  expect(await map.colorAt(from)).not.toEqual(handle);
  const copied = await map.page.evaluate(() => (window as unknown as { copied: number }).copied);
  expect(copied).toBeGreaterThan(0);
  expect(copied).toBeLessThanOrEqual(steps * 3);
  await map.page.mouse.up();
  await expect
    .poll(async () => Math.round(((await holeOf(map))[0]?.[0] ?? 0) * 1e6))
    .toBeLessThan(Math.round((middle[0] + radius) * 1e6));
});

for (const [language, translate] of inLanguage('ru')) {
  office(`a neighbourhood with a hole is shown and saved whole, in ${language}`, async ({ as, api }) => {
    const desert = {
      type: 'MultiPolygon',
      coordinates: [[ring(61.3, 41.8, 0.01), ring(61.303, 41.803, 0.004)]],
    };
    const coords = ring(61.3, 41.8, 0.01)
      .slice(0, 4)
      .map(([lng, lat]) => [lat, lng]);
    const made = await makeRecord(api, 'neighborhoods', { coords, geometry: desert, color: '#0b7480' });
    const page = await as('superadmin', { path: `/neighborhoods/${made.id}`, language });
    const main = page.getByRole('main');
    await expectOffice(main.getByText(`${translate('map:status.polygons')}: 1/1`)).toBeVisible();
    await main.getByRole('button', { name: translate('map:toolbar.list') }).click();
    await main
      .getByRole('button', { name: translate('map:list.select', { title: made[language].name }) })
      .click();
    await expectOffice(main.getByText(translate('map:card.holes'), { exact: true })).toBeVisible();
    const name = `Koʻlli ${uniqueMark()}`;
    await fillNames(main, { uz: name });
    await saveButtonOf(main, 'update', translate).click();
    await expectToast(page, translate('neighborhoods:updated'));
    const now = await api.get<Neighborhood>(`neighborhoods/${made.id}`, 'superadmin');
    expectOffice(now.uz.name).toBe(name);
    expectOffice(now.geometry?.coordinates).toEqual(desert.coordinates);
  });
}

office('a page that knows one ring loses no hole of what it saves', async ({ api }) => {
  const coords = ring(61.4, 41.8, 0.01)
    .slice(0, 4)
    .map(([lng, lat]) => [lat, lng]);
  const desert = {
    type: 'MultiPolygon',
    coordinates: [[ring(61.4, 41.8, 0.01), ring(61.403, 41.803, 0.004)]],
  };
  const made = await makeRecord(api, 'neighborhoods', { coords, geometry: desert, color: '#0b7480' });
  const body = { uz: made.uz, ru: made.ru, color: '#1d5fd1' };
  const moved = coords.with(2, [41.82, 61.42]);
  await api.write('PUT', `neighborhoods/${made.id}`, { ...body, coords: moved }, 'superadmin');
  const now = await api.get<Neighborhood>(`neighborhoods/${made.id}`, 'superadmin');
  expectOffice(now.coords).toEqual(moved);
  expectOffice(now.geometry?.coordinates[0]).toHaveLength(2);
  await api.write('PUT', `neighborhoods/${made.id}`, { ...body, coords, geometry: null }, 'superadmin');
  expectOffice((await api.get<Neighborhood>(`neighborhoods/${made.id}`, 'superadmin')).geometry).toBeNull();
});
