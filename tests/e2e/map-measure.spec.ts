import { center, expect, test, type LatLng, type MapDriver } from './support/map.ts';
import { t } from './support/texts.ts';

/** The number of pixels around the world at the zoom of the tests. */
const worldSize = 512 * 2 ** 13;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The place at a distance in pixels from another one, by the formulas of the Mercator projection. */
function placeAt([lat, lng]: LatLng, east: number, north: number): LatLng {
  const y = Math.asinh(Math.tan(radians(lat))) + (north / worldSize) * 2 * Math.PI;
  return [(Math.atan(Math.sinh(y)) * 180) / Math.PI, lng + (east / worldSize) * 360];
}

/**
 * A step between two nearby places in metres east and north, by the published lengths of a degree on the WGS 84
 * ellipsoid. The map measures on a sphere, which differs by up to 0.3 %.
 */
function stepBetween([lat, lng]: LatLng, [toLat, toLng]: LatLng): readonly [east: number, north: number] {
  const middle = radians((lat + toLat) / 2);
  const latitude = 111_132.92 - 559.82 * Math.cos(2 * middle) + 1.175 * Math.cos(4 * middle);
  const longitude =
    111_412.84 * Math.cos(middle) - 93.5 * Math.cos(3 * middle) + 0.118 * Math.cos(5 * middle);
  return [(toLng - lng) * longitude, (toLat - lat) * latitude];
}

const distanceBetween = (from: LatLng, to: LatLng) => Math.hypot(...stepBetween(from, to));

interface Figures {
  readonly length: number;
  readonly area: number | null;
  readonly radius: number | null;
}

/** The length of a path, the area that it would enclose, and the distance of its ends, in metres. */
function measurementsOf(path: readonly LatLng[]): Figures {
  const [first = center] = path;
  const last = path.at(-1) ?? first;
  const length = path.slice(1).reduce((sum, to, index) => sum + distanceBetween(path[index] ?? to, to), 0);
  if (path.length < 3) return { length, area: null, radius: null };
  const corners = path.map((corner) => stepBetween(first, corner));
  const crosses = corners.map(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0];
    return x * nextY - nextX * y;
  });
  const area = Math.abs(crosses.reduce((sum, cross) => sum + cross, 0)) / 2;
  return { length, area, radius: distanceBetween(first, last) };
}

const units = { m: 1, km: 1000, m2: 1, ha: 10_000 } as const;

/** A value as shown, in metres or square metres; null if it is not shown. */
function shownIn(text: string, key: 'length' | 'area' | 'radius'): number | null {
  const label = t(`map:borders.${key}`, { value: '' }).trim();
  const part = text.split(' · ').find((one) => one.startsWith(label));
  if (!part) return null;
  const [number = '', name = ''] = part.slice(label.length).trim().split('\u{a0}');
  const unit = (['m', 'km', 'm2', 'ha'] as const).find((one) => t(`map:unit.${one}`) === name);
  return unit ? Number(number.replaceAll('\u{202f}', '').replace(',', '.')) * units[unit] : Number.NaN;
}

/** Half of the last shown digit: of kilometres and hectares two are shown. */
const rounding = { length: 5, area: 50, radius: 5 } as const;

/** Expects that the tool shows the figures of a path within 0.3 %. */
async function expectFigures(map: MapDriver, path: readonly LatLng[]): Promise<void> {
  const expected = measurementsOf(path);
  await expect(map.page.locator('.km-hint b')).toHaveText(t('map:draw.points', { count: path.length }));
  const text = await map.page.locator('.km-measure').innerText();
  for (const key of ['length', 'area', 'radius'] as const) {
    const [shown, exact] = [shownIn(text, key), expected[key]];
    if (exact === null) expect(shown, `${key} in «${text}»`).toBeNull();
    else
      expect(Math.abs((shown ?? Number.NaN) - exact), `${key} in «${text}», expected ${exact}`).toBeLessThan(
        0.003 * exact + rounding[key],
      );
  }
}

/** The last announced point, which is close to the place at which it was set. */
async function announcedPoint(map: MapDriver, number: number, near: LatLng): Promise<LatLng> {
  const live = map.page.locator('.km-sr[aria-live]');
  const [label = ''] = t('map:announce.point_added', { number, place: '|' }).split('|');
  await expect(live).toContainText(label.trim());
  const [lat = 0, lng = 0] = (await live.innerText()).slice(label.length).split(', ').map(Number);
  // A pixel is seven metres wide.
  expect(distanceBetween([lat, lng], near)).toBeLessThan(11);
  return [lat, lng];
}

async function startMeasuring(map: MapDriver): Promise<void> {
  await map.mount({ mode: 'edit', tiles: [] });
  await map.button('borders.label').click();
  await map.page.getByRole('button', { name: t('map:borders.measure'), exact: true }).click();
}

/** The corners of a rectangle of 1.7 by 1.1 km, in pixels east and north from the first one. */
const steps = [
  [0, 0],
  [240, 0],
  [240, -160],
  [0, -160],
] as const;

test('measures length, area and radius of a rectangle by mouse', async ({ map }) => {
  await startMeasuring(map);
  const path: LatLng[] = [];
  for (const [east, north] of steps) {
    const place = placeAt(center, east - 120, north + 80);
    await map.click(place, { modifiers: ['Alt'] });
    path.push(await announcedPoint(map, path.length + 1, place));
    if (path.length > 1) await expectFigures(map, path);
  }
  // The last point finishes the measurement, and nothing is added to the map.
  await map.button('draw.done').click();
  await expect(map.page.locator('.km-measure')).toBeHidden();
  expect((await map.value()).polygons).toEqual([]);
});

test('measures length, area and radius by keyboard', async ({ map }) => {
  await startMeasuring(map);
  await map.stage.focus();
  const path: LatLng[] = [];
  const press = async (key: string, times: number) => {
    for (let time = 0; time < times; time += 1) await map.stage.press(key);
  };
  const moves = [
    ['ArrowRight', 0],
    ['ArrowRight', 3],
    ['ArrowDown', 2],
    ['ArrowLeft', 3],
  ] as const;
  for (const [index, [key, times]] of moves.entries()) {
    await press(key, times);
    await press('Enter', 1);
    const [east, north] = steps[index] ?? [0, 0];
    path.push(await announcedPoint(map, index + 1, placeAt(center, east, north)));
    if (path.length > 1) await expectFigures(map, path);
  }
  await press('Backspace', 1);
  await expectFigures(map, path.slice(0, 3));
  await press('Escape', 1);
  await expect(map.page.locator('.km-measure')).toBeHidden();
  expect((await map.value()).polygons).toEqual([]);
});
