import type { Locator } from '@playwright/test';
import { geopackageOf, northingOf, shapefileOf, utm41, type Area } from '../support/map/archives.ts';
import type { MapPage, Settings } from './map/page.tsx';
import { accessibilityIssuesOf } from './support/axe.ts';
import { expect, square, test, type MapDriver } from './support/map.ts';
import { smallTargetsOf } from './support/small-targets.ts';
import { t, textsIn } from './support/texts.ts';

type Properties = Readonly<Record<string, unknown>>;

/** A file of small squares with these properties, in a row from `lng` on. */
function fileOf(all: readonly Properties[], lng = 60.6): string {
  const features = all.map((properties, index) => {
    const west = lng + index / 100;
    const ring = [
      [west, 41.55],
      [west + 0.009, 41.55],
      [west + 0.009, 41.56],
      [west, 41.55],
    ];
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

const districts = [
  { ADM2_UZ: 'Urganch', ADM2_RU: 'Ургенч', ADM2_PCODE: 'UZ33401' },
  { ADM2_UZ: 'Xiva', ADM2_RU: 'Хива', ADM2_PCODE: 'UZ33402' },
];
const unknown = [
  { KATEGORIYA: 'mahalla', QXX: 'Guliston', SONI: 12 },
  { KATEGORIYA: 'mahalla', QXX: 'Bogʻishamol', SONI: 13 },
];

test('a file of known attributes is imported without a question, and other attributes can be chosen', async ({
  map,
}) => {
  const translate = textsIn('ru');
  await mountIn(map, { mode: 'edit', lang: 'ru' }, translate);
  const dialog = await pick(map, fileOf(districts), translate);
  await expect(dialog).toBeHidden();
  expect(await titlesOf(map)).toEqual(['Ургенч', 'Хива']);
  const report = map.page.getByRole('region', { name: translate('map:report.title') });
  await expect(report).toContainText(
    translate('map:report.attributes', { names: 'ADM2_UZ, ADM2_RU', number: 'ADM2_PCODE' }),
  );
  await report.getByRole('button', { name: translate('map:report.revise') }).press('Enter');
  expect(await titlesOf(map)).toEqual([]);
  const russian = dialog.getByLabel(translate('map:import.role.ru'));
  await expect(russian).toHaveValue('ADM2_RU');
  await russian.selectOption('ADM2_PCODE');
  await dialog.getByRole('button', { name: translate('map:import.submit') }).click();
  await expect(dialog).toBeHidden();
  expect(await titlesOf(map)).toEqual(['UZ33401', 'UZ33402']);
  // Edits after the import must not be undone with it.
  await map.page.evaluate(() => host().handle?.undo());
  await expect(report.getByRole('button', { name: translate('map:report.revise') })).toHaveCount(0);
});

test('a file of unknown attributes asks before anything is added, by keyboard too', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  const { page } = map;
  const dialog = await pick(map, fileOf(unknown));
  const uzbek = dialog.getByLabel(t('map:import.role.uz'));
  await expect(uzbek).toHaveValue('QXX');
  await expect(uzbek).toBeFocused();
  await expect(dialog).toContainText(t('map:import.summary', { added: 2, changed: 0, same: 0 }));
  expect(await titlesOf(map)).toEqual([]);
  await dialog.getByLabel(t('map:import.role.number')).focus();
  await page.keyboard.type('SONI');
  await expect(dialog.getByLabel(t('map:import.role.number'))).toHaveValue('SONI');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: t('map:import.submit') }).press('Enter');
  await expect(dialog).toBeHidden();
  expect((await map.value()).polygons.map(({ id, title }) => `${id} ${title}`)).toEqual([
    '12 Guliston',
    '13 Bogʻishamol',
  ]);
  // A closed dialog adds nothing, and the next file starts from the beginning.
  const again = await pick(map, fileOf(unknown, 60.7));
  await expect(uzbek).toHaveValue('QXX');
  await page.keyboard.press('Escape');
  await expect(again).toBeHidden();
  expect(await titlesOf(map)).toHaveLength(2);
});

test('existing numbers are updated, skipped or added, as the user chooses', async ({ map }) => {
  const value = { polygons: [square, { ...square, id: 'UZ33401', title: 'Eski nom' }], markers: [] };
  const middle = async () =>
    (await map.value()).polygons.map(({ coords }) => Number(coords[0]?.[1]?.toFixed(3)));
  const newer = fileOf([...districts, { ADM2_PCODE: 'UZ33403', ADM2_UZ: 'Shovot' }], 60.8);
  const submit = t('map:import.submit');
  await map.mount({ mode: 'edit', value });

  const dialog = await pick(map, newer);
  await expect(dialog).toContainText(t('map:import.summary', { added: 2, changed: 1, same: 0 }));
  await expect(dialog.getByLabel(t('map:import.update'))).toBeChecked();
  await dialog.getByRole('button', { name: submit }).click();
  const report = map.page.getByRole('region', { name: t('map:report.title') });
  await expect(report).toContainText(t('map:report.changed', { count: 1 }));
  expect(await titlesOf(map)).toEqual([square.title, 'Eski nom', 'Xiva', 'Shovot']);
  expect((await middle()).slice(1)).toEqual([60.8, 60.81, 60.82]);
  await map.button('toolbar.undo').click();
  expect(await titlesOf(map)).toEqual([square.title, 'Eski nom']);

  for (const [mode, titles] of [
    ['skip', ['Xiva', 'Shovot']],
    ['add', ['Urganch', 'Xiva', 'Shovot']],
  ] as const) {
    const question = await pick(map, newer);
    await question.getByLabel(t(`map:import.${mode}`)).check();
    await question.getByRole('button', { name: submit }).click();
    await expect(question).toBeHidden();
    expect(await titlesOf(map)).toEqual([square.title, 'Eski nom', ...titles]);
    await map.button('toolbar.undo').click();
  }
});

test('a file of 20 MB is read in a worker: the page stays responsive, shows the progress, and can stop it', async ({
  map,
}) => {
  test.slow();
  await map.mount({ mode: 'edit' });
  const { page } = map;
  const points = JSON.stringify(
    Array.from({ length: 120 }, (_, index) => {
      const angle = (index / 120) * 2 * Math.PI;
      return [Math.cos(angle) / 300, Math.sin(angle) / 300];
    }),
  );
  // Created in the page: only its handle is passed to the test.
  const carried = await page.evaluateHandle((corners) => {
    const ring = JSON.parse(corners) as [number, number][];
    const features = Array.from({ length: 4800 }, (_, index) => {
      const [lng, lat] = [60 + (index % 70) / 100, 41 + Math.floor(index / 70) / 100];
      const coordinates = [[...ring, ring[0] ?? [0, 0]].map(([x, y]) => [lng + x, lat + y])];
      return {
        type: 'Feature',
        properties: { name: `Hudud ${index}`, id: index },
        geometry: { type: 'Polygon', coordinates },
      };
    });
    const transfer = new DataTransfer();
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    transfer.items.add(new File([text], 'city.geojson'));
    return transfer;
  }, points);
  expect(await carried.evaluate((transfer) => transfer.files[0]?.size ?? 0)).toBeGreaterThan(20_000_000);
  const drop = () => map.stage.dispatchEvent('drop', { dataTransfer: carried });
  const dialog = page.getByRole('dialog', { name: t('map:import.title') });
  const bar = dialog.getByRole('progressbar');

  // Pressed by the page as soon as it appears: on a busy machine the file is read before Playwright presses.
  const stopped = page.evaluate(
    (name) =>
      new Promise<void>((done) => {
        const press = () => {
          const buttons = document.querySelectorAll<HTMLElement>(
            'dialog:has(progress) button, [role="dialog"]:has(progress) button',
          );
          const cancel = [...buttons].find((button) => button.textContent?.trim() === name);
          if (!cancel) return;
          observer.disconnect();
          cancel.click();
          done();
        };
        const observer = new MutationObserver(press);
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    t('map:confirm.cancel'),
  );
  await drop();
  await stopped;
  await expect(dialog).toBeHidden();
  expect((await map.value()).polygons).toEqual([]);

  // Frames are counted while the file is read; a page that reads it itself draws none.
  await page.evaluate(() => {
    const seen = { frames: 0, values: new Set<number>() };
    Object.assign(globalThis, { seen });
    const note = () => {
      seen.frames += 1;
      const shown = document.querySelector('progress');
      if (shown) seen.values.add(shown.value);
      requestAnimationFrame(note);
    };
    note();
  });
  await drop();
  await expect(bar).toBeVisible();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole('region', { name: t('map:report.title') })).toContainText(
    t('map:report.accepted', { count: 4800 }),
  );
  const { frames, values } = await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { frames: number; values: Set<number> } };
    return { frames: seen.frames, values: [...seen.values] };
  });
  expect(frames).toBeGreaterThan(3);
  expect(values.length).toBeGreaterThan(1);
  expect(values).toEqual(values.toSorted((one, other) => one - other));
});

for (const [name, write] of [
  ['tumanlar.zip', (areas: readonly Area[]) => shapefileOf(areas, utm41)],
  ['tumanlar.gpkg', (areas: readonly Area[]) => geopackageOf(areas, { srs: 32_641, definition: utm41 })],
] as const) {
  test(`${name} in another projection is read in a worker and asks about numbers`, async ({ map }) => {
    const north = northingOf(41.5);
    const rings = [
      [...[0, 1, 2].map((step) => [500_000 + (step % 2) * 5000, north + step * 500]), [500_000, north]],
    ];
    const areas = [{ rings, attributes: districts[0] }] as unknown as readonly Area[];
    const value = { polygons: [{ ...square, id: 'UZ33401' }], markers: [] };
    await map.mount({ mode: 'edit', value });
    const begun = map.page.waitForEvent('worker');
    const dialog = await pick(map, write(areas), t, name);
    await expect(dialog).toContainText(t('map:import.summary', { added: 0, changed: 1, same: 0 }));
    expect((await begun).url()).toContain('read-worker');
    await dialog.getByRole('button', { name: t('map:import.submit') }).click();
    await expect(dialog).toBeHidden();
    const [lat, lng] = (await map.value()).polygons[0]?.coords[0] ?? [];
    expect(lat).toBeCloseTo(41.5, 5);
    expect(lng).toBeCloseTo(63, 5);
  });
}

for (const [lang, theme, width] of [
  ['uz', 'dark', 375],
  ['ru', 'light', 1440],
] as const) {
  test(`the questions of an import are accessible and fit, in ${lang}, ${theme}, ${width} wide`, async ({
    map,
  }) => {
    const translate = textsIn(lang);
    const { page } = map;
    await page.setViewportSize({ width, height: 740 });
    const value = { polygons: [{ ...square, id: 'UZ33401' }], markers: [] };
    await mountIn(map, { mode: 'edit', lang, theme, value }, translate);
    const long = 'Al-Xorazmiy nomidagi mahalla fuqarolar yigʻini, Urganch shahri';
    const dialog = await pick(
      map,
      fileOf([{ ...districts[0], ADM2_UZ: long }, districts[1] ?? {}]),
      translate,
    );
    await expect(dialog.getByRole('radio')).toHaveCount(3);
    expect(await accessibilityIssuesOf(page, '.km')).toEqual([]);
    if (width < 500) expect(await smallTargetsOf(page)).toEqual([]);
    const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
    await page.screenshot({
      path: `test-results/screenshots/map-import-question-${lang}-${theme}-${width}.png`,
    });
    await dialog.getByRole('button', { name: translate('map:import.submit') }).click();
    const report = page.getByRole('region', { name: translate('map:report.title') });
    await expect(report).toContainText(translate('map:report.changed', { count: 1 }));
    expect(await accessibilityIssuesOf(page, '.km')).toEqual([]);
    await page.screenshot({
      path: `test-results/screenshots/map-import-report-${lang}-${theme}-${width}.png`,
    });
  });
}

/** A triangle of the file's form, at `lng`, and as wide as this. */
const triangle = (lng: number, width: number) => [
  [41.55, lng],
  [41.55, lng + width],
  [41.56, lng + width],
];

for (const [lang, theme, width] of [
  ['uz', 'light', 1440],
  ['ru', 'dark', 375],
] as const) {
  test(`an import first shows its effect on each shape, in ${lang}, ${theme}, ${width} wide`, async ({
    map,
  }) => {
    const translate = textsIn(lang);
    const { page } = map;
    await page.setViewportSize({ width, height: 900 });
    const value = {
      polygons: [
        { ...square, id: 'UZ33401', title: 'Eski nom', coords: triangle(60.8, 0.018) },
        { ...square, id: 'UZ33402', title: 'Xiva', coords: triangle(60.8 + 1 / 100, 0.009) },
      ],
      markers: [],
    };
    await mountIn(map, { mode: 'edit', lang, theme, value }, translate);
    const more = Array.from({ length: 8 }, (_, index) => ({
      ADM2_PCODE: `N${index}`,
      ADM2_UZ: `Yangi ${index}`,
    }));
    const named = [
      { ADM2_PCODE: 'UZ33401', ADM2_UZ: 'Urganch' },
      { ADM2_PCODE: 'UZ33402', ADM2_UZ: 'Xiva' },
    ];
    const file = JSON.parse(fileOf([...named, ...more], 60.8)) as { features: object[] };
    const broken = { type: 'Polygon', coordinates: [[[60.8, 41.5]]] };
    file.features.push({ type: 'Feature', properties: { ADM2_UZ: 'Shovot' }, geometry: broken });
    const dialog = await pick(map, JSON.stringify(file), translate);
    const status = dialog.getByRole('status');
    await expect(status).toContainText(translate('map:import.summary', { added: 8, changed: 1, same: 1 }));
    await expect(status).toContainText(translate('map:import.difference.skipped', { what: 1 }));

    // A long list is folded. The keyboard opens it, and scrolls it.
    const title = translate('map:import.difference.title', { count: 10 });
    const list = dialog.getByRole('list');
    await expect(list).toBeHidden();
    await dialog.getByLabel(translate('map:import.update')).focus();
    await page.keyboard.press('Tab');
    await expect(dialog.getByText(title)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(list).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(list).toBeFocused();
    await expect(list).toHaveAccessibleName(title);
    const text = (key: string, values = {}) => translate(`map:import.difference.${key}`, values);
    const stays = text('title_stays', { title: 'Urganch' });
    const what = translate('map:reason.too_few_points');
    await expect(list.getByRole('listitem')).toHaveText([
      `1. Eski nom${text('area', { percent: '−50%' })}. ${stays}`,
      ...more.map(({ ADM2_UZ }, index) => `${index + 3}. ${ADM2_UZ}${text('added')}`),
      `11. Shovot${text('skipped', { what })}`,
    ]);
    expect(await accessibilityIssuesOf(page, '.km')).toEqual([]);
    const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
    if (width < 500) expect(await smallTargetsOf(page)).toEqual([]);
    await page.screenshot({
      path: `test-results/screenshots/map-import-difference-${lang}-${theme}-${width}.png`,
    });

    await dialog.getByLabel(translate('map:import.skip')).press('Space');
    await expect(status).toContainText(translate('map:import.summary', { added: 8, changed: 0, same: 0 }));
    await expect(list.getByRole('listitem').last()).toHaveText(`11. Shovot${text('skipped', { what })}`);
    await expect(list).not.toContainText(stays);
    await dialog.getByLabel(translate('map:import.update')).press('Space');
    await dialog.getByRole('button', { name: translate('map:import.submit') }).click();
    await expect(dialog).toBeHidden();
    expect((await map.value()).polygons[0]).toMatchObject({
      title: 'Eski nom',
      coords: triangle(60.8, 0.009),
    });
  });
}

test('a pasted text stays in the closed dialog until it is imported', async ({ map }) => {
  await map.mount({ mode: 'edit' });
  const { page } = map;
  const open = page.getByRole('button', { name: t('map:toolbar.import'), exact: true });
  const dialog = page.getByRole('dialog', { name: t('map:import.title') });
  const text = dialog.getByRole('textbox', { name: t('map:import.text') });
  await open.click();
  await text.fill(fileOf(districts));
  await text.press('Escape');
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(text).toHaveValue(fileOf(districts));
  await dialog.getByRole('button', { name: t('map:import.submit') }).click();
  await expect(dialog).toBeHidden();
  expect(await titlesOf(map)).toEqual(['Urganch', 'Xiva']);
  await open.click();
  await expect(text).toHaveValue('');
});

/** Mounts a map in a language, and waits for its editor. */
async function mountIn(map: MapDriver, settings: Settings, translate: typeof t): Promise<void> {
  await map.page.evaluate((given) => host().mount(given), settings);
  await expect(
    map.page.getByRole('button', { name: translate('map:toolbar.import'), exact: true }),
  ).toBeVisible();
  await expect.poll(() => map.count('ready')).toBe(1);
}

/** Opens the dialog and chooses a file. */
async function pick(
  map: MapDriver,
  content: string | Buffer,
  translate = t,
  name = 'file.geojson',
): Promise<Locator> {
  const { page } = map;
  await page.getByRole('button', { name: translate('map:toolbar.import'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: translate('map:import.title') });
  await dialog.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });
  return dialog;
}

async function titlesOf(map: MapDriver): Promise<readonly string[]> {
  return (await map.value()).polygons.map(({ title }) => title);
}

declare function host(): MapPage;
