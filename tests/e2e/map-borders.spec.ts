import type { MapPage } from './map/page.tsx';
import { center, expect, test, type MapDriver } from './support/map.ts';
import type { LatLng } from './support/map-points.ts';
import { tap, touchDrag } from './support/map-gestures.ts';
import { t, textsIn } from './support/texts.ts';

const [lat, lng] = center;
const at = (north: number, east: number): LatLng => [lat + north / 1000, lng + east / 1000];
const area = (id: number, title: string, corners: readonly LatLng[]) => ({
  id,
  title,
  color: '#1d5fd1',
  coords: corners,
});

declare function host(): MapPage;

/** Two adjacent areas; their common border has a corner in its middle. */
const left = area(1, 'Chap', [at(-5, -10), at(-5, 0), at(0, 0), at(5, 0), at(5, -10)]);
const right = area(2, 'Oʻng', [at(-5, 0), at(-5, 10), at(5, 10), at(5, 0), at(0, 0)]);
const value = { polygons: [left, right], markers: [] } as never;

const cornersOf = async (map: MapDriver, index: number) =>
  ((await map.value()).polygons[index]?.coords ?? []).map(([y = 0, x = 0]) => [
    Math.round((y - lat) * 1e5) / 100,
    Math.round((x - lng) * 1e5) / 100,
  ]);

const choose = async (map: MapDriver, key: string) => {
  await map.button('borders.label').click();
  await map.page.getByRole('button', { name: t(`map:borders.${key}`), exact: true }).click();
};

const edit = async (map: MapDriver, place: LatLng) => {
  await map.click(place);
  await map.button('toolbar.edit').click();
};

test('a corner of two areas moves in both, and one undo restores both', async ({ map }) => {
  await map.mount({ mode: 'edit', value, tiles: [] });
  await edit(map, at(2, -5));
  await map.drag(at(0, 0), at(0, 4));
  const moved = (await cornersOf(map, 0))[2];
  expect(moved?.[1]).toBeCloseTo(4, 0);
  expect(await cornersOf(map, 1)).toContainEqual(moved);
  await map.button('toolbar.undo').click();
  expect(await cornersOf(map, 0)).toContainEqual([0, 0]);
  expect(await cornersOf(map, 1)).toContainEqual([0, 0]);
});

test('a corner of shared borders is added to and deleted from both', async ({ map }) => {
  await map.mount({ mode: 'edit', value, tiles: [] });
  await edit(map, at(2, -5));
  await map.drag(at(-2.5, 0), at(-2.5, -3));
  expect(await cornersOf(map, 0)).toHaveLength(6);
  expect(await cornersOf(map, 1)).toHaveLength(6);
  await map.click(at(0, 0), { modifiers: ['Alt'] });
  expect(await cornersOf(map, 0)).toHaveLength(5);
  expect(await cornersOf(map, 1)).toHaveLength(5);
});

test('an edit that would let areas overlap is rejected with a message', async ({ map }) => {
  const beside = area(3, 'Tashqi', [at(5, 10), at(5, 20), at(-5, 20), at(-5, 14)]);
  await map.mount({
    mode: 'edit',
    value: { polygons: [left, right, beside], markers: [] } as never,
    tiles: [],
  });
  await edit(map, at(0, 17));
  await map.drag(at(-5, 14), at(-2, 6));
  await expect(map.page.getByText(t('map:reason.crosses_neighbor'))).toBeVisible();
  expect(await cornersOf(map, 2)).toContainEqual([-5, 14]);
});

test('without shared borders only one side moves', async ({ map }) => {
  await map.mount({ mode: 'edit', value, tiles: [] });
  await map.button('borders.label').click();
  const shared = map.page.getByRole('switch', { name: t('map:borders.shared') });
  await expect(shared).toBeChecked();
  await shared.click();
  await expect(shared).not.toBeChecked();
  await map.page.keyboard.press('Escape');
  await edit(map, at(2, -5));
  await map.drag(at(0, 0), at(0, -4));
  expect(await cornersOf(map, 1)).toContainEqual([0, 0]);
});

test('dragging snaps to a corner nearby, not with Alt, and N snaps by keyboard', async ({ map }) => {
  const apart = area(3, 'Yiroq', [at(-5, 14), at(-5, 20), at(5, 20), at(5, 14)]);
  await map.mount({
    mode: 'edit',
    value: { polygons: [left, right, apart], markers: [] } as never,
    tiles: [],
  });
  await edit(map, at(0, 17));
  const near = at(5.2, 10.2);
  await map.drag(at(5, 14), near);
  expect(await cornersOf(map, 2)).toContainEqual([5, 10]);
  await map.button('toolbar.undo').click();
  await map.page.keyboard.down('Alt');
  await map.drag(at(5, 14), near);
  await map.page.keyboard.up('Alt');
  expect(await cornersOf(map, 2)).not.toContainEqual([5, 10]);
  await map.click(near);
  await map.stage.press('n');
  expect(await cornersOf(map, 2)).toContainEqual([5, 10]);
});

for (const lang of ['uz', 'ru'] as const) {
  test(`N reports that nothing is near, in ${lang}, and changes nothing`, async ({ map }) => {
    const translate = textsIn(lang);
    const alone = area(3, 'Yakka', [at(-5, 14), at(-5, 20), at(5, 20), at(5, 14)]);
    await map.page.evaluate((settings) => host().mount(settings), {
      mode: 'edit',
      value: { polygons: [alone], markers: [] },
      tiles: [],
      fit: false,
      lang,
    } as never);
    const button = (key: string) =>
      map.page.getByRole('button', { name: translate(`map:${key}`), exact: true });
    await expect(button('toolbar.undo')).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => map.count('ready')).toBe(1);
    const stage = map.page.getByRole('application', { name: translate('map:label') });
    const status = map.page.getByRole('status').filter({ hasText: translate('map:announce.nothing_near') });
    await map.click(at(0, 17));
    await button('toolbar.edit').click();
    await stage.focus();
    await stage.press('Tab');
    await stage.press('n');
    await expect(status).toBeVisible();
    expect(await cornersOf(map, 0)).toEqual([
      [-5, 14],
      [-5, 20],
      [5, 20],
      [5, 14],
    ]);
    await expect(button('toolbar.undo')).toBeDisabled();
  });
}

test('splits an area by a line, and its neighbour gets the corner; merging joins both again', async ({
  map,
}) => {
  await map.mount({ mode: 'edit', value, tiles: [] });
  await map.click(at(2, -5));
  await choose(map, 'split');
  await map.click(at(-3, -12));
  await map.click(at(-3, 1), { modifiers: ['Alt'] });
  await map.button('draw.finish').click();
  expect((await map.value()).polygons).toHaveLength(3);
  expect(await cornersOf(map, 2)).toHaveLength(6);
  await expect(map.page.getByText(t('map:announce.divided', { count: 2 }))).toBeAttached();

  await choose(map, 'merge');
  await map.click(at(-4, -5));
  expect((await map.value()).polygons).toHaveLength(2);
  await map.button('toolbar.undo').click();
  expect((await map.value()).polygons).toHaveLength(3);
  await map.button('toolbar.undo').click();
  expect(await cornersOf(map, 1)).toHaveLength(5);
});

test('splits and merges by keyboard alone', async ({ map }) => {
  await map.mount({ mode: 'edit', value, tiles: [] });
  await map.click(at(2, -5));
  await choose(map, 'split');
  const typed = map.page.getByLabel(t('map:borders.typed'));
  for (const [y, x] of [at(3, -12), at(3, 1)]) {
    await typed.fill(`${y}, ${x}`);
    await typed.press('Enter');
  }
  await map.stage.focus();
  await map.stage.press('Shift+Enter');
  expect((await map.value()).polygons).toHaveLength(3);
  await choose(map, 'merge');
  await map.stage.focus();
  // The crosshair is on the border; a step to the right moves it over the neighbour.
  for (let step = 0; step < 3; step += 1) await map.stage.press('Shift+ArrowRight');
  await map.stage.press('Enter');
  expect((await map.value()).polygons).toHaveLength(2);
});

test('adds a part, a hole and a cut where areas may have several rings', async ({ map }) => {
  await map.mount({ mode: 'edit', value, tiles: [], multipart: true });
  const draw = async (key: string, ring: readonly LatLng[]) => {
    await choose(map, key);
    for (const place of ring) await map.click(place, { modifiers: ['Alt'] });
    await map.button('draw.finish').click();
  };
  const ringsOf = async () => {
    const [first] = (await map.value()).polygons as unknown as { geometry?: { coordinates: unknown[][] } }[];
    return first?.geometry?.coordinates.map((rings) => rings.length);
  };
  await map.click(at(2, -5));
  await draw('hole', [at(-3, -8), at(-3, -6), at(-1, -6), at(-1, -8)]);
  expect(await ringsOf()).toEqual([2]);
  await draw('part', [at(-7, -8), at(-7, -5), at(-9, -5), at(-9, -8)]);
  expect(await ringsOf()).toEqual([2, 1]);
  await draw('cut', [at(3, -12), at(3, -9), at(6, -9), at(6, -12)]);
  expect((await cornersOf(map, 0)).length).toBe(7);
  await draw('hole', [at(3, 3), at(3, 4), at(4, 4)]);
  await expect(map.page.getByText(t('map:reason.outside_area'))).toBeVisible();
  await map.stage.press('Escape');
  for (let step = 0; step < 3; step += 1) await map.stage.press('Control+z');
  expect(await ringsOf()).toBeUndefined();
});

test('follows a border, measures, and takes typed coordinates', async ({ map }) => {
  await map.mount({ mode: 'edit', value, tiles: [] });
  await map.button('toolbar.draw_polygon').click();
  await map.click(at(-5, 10));
  await map.stage.press('t');
  await expect(map.button('borders.trace')).toHaveAttribute('aria-pressed', 'true');
  await map.click(at(5, 10));
  await map.stage.press('t');
  const typed = map.page.getByLabel(t('map:borders.typed'));
  await typed.fill('abc');
  await typed.press('Enter');
  await expect(map.page.getByText(t('map:reason.not_a_number'))).toBeVisible();
  await typed.fill(at(0, 16).join(', '));
  await typed.press('Enter');
  await map.button('draw.finish').click();
  expect(await cornersOf(map, 2)).toEqual([
    [-5, 10],
    [5, 10],
    [0, 16],
  ]);

  await choose(map, 'measure');
  await map.click(at(0, -8), { modifiers: ['Alt'] });
  await map.click(at(3, -8), { modifiers: ['Alt'] });
  await expect(map.page.getByText(t('map:borders.length', { value: '' }).trim())).toContainText(/3\d\d\s*m/);
  await map.button('draw.done').click();
  expect((await map.value()).polygons).toHaveLength(3);
});

test('simplifies with a preview, in both areas that share the border', async ({ map }) => {
  const bent = at(2.5, 0.05);
  const one = { ...left, coords: [at(-5, -10), at(-5, 0), at(0, 0), bent, at(5, 0), at(5, -10)] };
  const other = { ...right, coords: [at(-5, 0), at(-5, 10), at(5, 10), at(5, 0), bent, at(0, 0)] };
  await map.mount({ mode: 'edit', value: { polygons: [one, other], markers: [] } as never, tiles: [] });
  await map.click(at(2, -5));
  await choose(map, 'simplify');
  const slider = map.page.getByLabel(t('map:borders.simplify_by'));
  await slider.fill('0');
  await expect(map.page.getByText(t('map:borders.simplify_none'))).toBeVisible();
  await slider.fill('3');
  await expect(map.page.getByText(t('map:borders.simplify_result', { before: 6, after: 5 }))).toBeVisible();
  await slider.fill('4');
  await expect(map.page.getByText(t('map:borders.simplify_result', { before: 6, after: 4 }))).toBeVisible();
  await map.button('borders.simplify_apply').click();
  expect(await cornersOf(map, 0)).toHaveLength(4);
  expect(await cornersOf(map, 1)).toHaveLength(4);
});

const chooseForm = async (map: MapDriver, key: string) => {
  await map.button('forms.label').click();
  await map.page.getByRole('button', { name: t(`map:forms.${key}`), exact: true }).click();
  await expect(map.page.locator('.km-hint')).toBeVisible();
};

test('draws forms, and moves, turns and scales an area by mouse and by keyboard', async ({ map }) => {
  await map.mount({ mode: 'edit', value: { polygons: [], markers: [] } as never, tiles: [] });
  await chooseForm(map, 'circle');
  await map.click(at(0, 0));
  await map.click(at(0, 4));
  expect(await cornersOf(map, 0)).toHaveLength(64);
  await chooseForm(map, 'rectangle');
  const status = map.page.locator('[aria-live="polite"]');
  await expect(status).toHaveText(t('map:announce.tool.rectangle'));
  const typed = map.page.getByLabel(t('map:borders.typed'));
  for (const place of [at(-5, -14), at(5, -8)]) {
    await typed.fill(place.join(', '));
    await typed.press('Enter');
  }
  expect(await cornersOf(map, 1)).toEqual([
    [-5, -14],
    [-5, -8],
    [5, -8],
    [5, -14],
  ]);
  await chooseForm(map, 'move');
  await map.drag(at(0, -11), at(0, -9));
  expect((await cornersOf(map, 1))[0]?.[1]).toBeCloseTo(-12, 0);
  await map.stage.focus();
  await map.stage.press('Shift+ArrowLeft');
  expect((await cornersOf(map, 1))[0]?.[1]).toBeLessThan(-12.5);
  await expect(status).toContainText(t('map:announce.reshaped', { title: '' }).trim());
  await map.stage.press('Escape');
  await chooseForm(map, 'rotate');
  const [before] = await cornersOf(map, 1);
  await map.stage.focus();
  for (let step = 0; step < 9; step += 1) await map.stage.press('Shift+ArrowRight');
  expect((await cornersOf(map, 1))[0]).not.toEqual(before);
  await map.stage.press('Escape');
  await chooseForm(map, 'scale');
  await map.stage.focus();
  await map.stage.press('Shift+ArrowUp');
  await map.stage.press('Escape');
  for (let step = 0; step < 14; step += 1) await map.stage.press('Control+z');
  expect((await map.value()).polygons).toHaveLength(0);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 720 } });

  test('splits an area, merges it, and moves a shared corner with a finger', async ({ map }) => {
    await map.mount({ mode: 'edit', value, tiles: [], height: 600 });
    await tap(map, at(2, -5));
    await choose(map, 'split');
    await tap(map, at(-3, -12));
    await tap(map, at(-3, 3));
    await map.button('draw.finish').tap();
    expect((await map.value()).polygons).toHaveLength(3);
    await choose(map, 'merge');
    await tap(map, at(-4, -5));
    expect((await map.value()).polygons).toHaveLength(2);
    await map.button('toolbar.edit').tap();
    await touchDrag(map, at(0, 0), at(0, 4));
    expect(await cornersOf(map, 0)).not.toContainEqual([0, 0]);
    expect(await cornersOf(map, 1)).not.toContainEqual([0, 0]);
    await map.button('toolbar.stop_edit').tap();
    await chooseForm(map, 'ellipse');
    await tap(map, at(9, 0));
    await tap(map, at(11, 3));
    await expect.poll(() => cornersOf(map, 2)).toHaveLength(64);
    await chooseForm(map, 'move');
    await touchDrag(map, at(9, 0), at(9, 3));
    expect((await cornersOf(map, 2))[0]?.[1]).toBeCloseTo(6, 0);
  });
});

test('checks the borders, links to each problem, and snaps borders together with a preview', async ({
  map,
}) => {
  // They are two metres apart, and a household is in neither.
  const apart = { ...right, coords: right.coords.map(([y, x]) => [y, x === lng ? x + 2 / 83_000 : x]) };
  const overlapping = area(3, 'Ustida', [at(4, -9), at(4, -8), at(9, -8), at(9, -9)]);
  const household = { id: 1, title: 'Uy', color: '#d64550', coords: at(-8, -8) };
  const corner = area(4, 'Past', [at(-5, -10), at(-9, -10), at(-9, 10), at(-5, 10), at(-5, 0.03), at(-5, 0)]);
  const roof = area(5, 'Tepa', [at(5, -10), at(5, 0), at(5, 0.03), at(5, 10), at(9, 10), at(9, -10)]);
  const polygons = [left, apart, corner, roof, overlapping];
  await map.mount({
    mode: 'edit',
    value: {
      polygons,
      markers: [household, { ...household, id: 2, title: 'Chet', coords: at(0, 30) }],
    } as never,
    tiles: [],
  });
  await choose(map, 'check');
  const panel = map.page.getByRole('region', { name: t('map:check.title') });
  await expect(panel.getByText(t('map:check.found', { count: 4 }))).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveText([
    /Ustida/,
    /Ustida/,
    new RegExp(t('map:check.gap_sliver', { size: '.*', names: '.*' })),
    new RegExp('Chet'),
  ]);
  await panel.getByRole('button', { name: /Chet/ }).click();
  const centerOf = () => map.page.evaluate(() => host().handle?.export().mapCenter[1] ?? 0);
  await expect.poll(centerOf).toBeCloseTo(lng + 0.03, 3);
  await panel.getByLabel(t('map:check.snap')).fill('3');
  await expect(panel.getByText(t('map:check.result', { before: 4, after: 3 }))).toBeVisible();
  await panel.getByRole('button', { name: t('map:check.apply') }).click();
  await expect(panel.getByText(t('map:check.found', { count: 3 }))).toBeVisible();
  await map.button('toolbar.undo').click();
  await expect(panel.getByText(t('map:check.found', { count: 4 }))).toBeVisible();
});
