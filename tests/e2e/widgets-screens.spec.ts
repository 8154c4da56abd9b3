import type { FrameLocator, Page } from '@playwright/test';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { chatButtonOf, framedPanelOf, serveHostPage, repliesIn } from './support/chat.ts';
import type { Translate } from './support/screen-states.ts';
import { variantsIn, testsAllVariants, takeScreenshots, accessibilityIssuesAt } from './support/screens.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

let site: Site;
let product: Server;
if (testsAllVariants) {
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    site = await startSite();
    product = await startProduct(
      deploymentWith((deployment) => {
        deployment.allowedOrigins = [site.url];
        deployment.tiles = ['good', 'bad'].map((id) => ({
          id,
          name: { uz: `Shahar xaritasi (${id})`, ru: `Карта города (${id})` },
          url: `${site.url}/tiles/${id}/{z}/{x}/{y}.png`,
          attribution: '© Urganch shahar hokimligi',
        }));
      }),
    );
  });
  test.afterAll(async () => {
    await product.close();
    await site.close();
  });
}

/** The polygons, the markers, and a self-intersecting polygon. */
const shapes = {
  polygons: [
    { id: 1, title: 'Mustaqillik MFY', color: '#1d5fd1', coords: squareAt(41.5585, 60.6108) },
    {
      id: 2,
      title: 'Al-Xorazmiy nomidagi mahalla fuqarolar yigʻini',
      color: '#0b7480',
      coords: squareAt(41.5585, 60.6308),
    },
  ],
  markers: [
    { id: 5, title: 'Xonadon 12', color: '#d64550', coords: [41.5485, 60.6208] },
    { id: 6, title: '', color: '#8a4bbf', coords: [41.5685, 60.6208] },
  ],
};
/** Enough for a search. */
const manyMarkers = {
  polygons: [],
  markers: Array.from({ length: 24 }, (_, index) => ({
    id: index + 1,
    title: `Xonadon ${index + 1}`,
    color: '#d64550',
    coords: [41.55 + index / 2000, 60.62],
  })),
};
const crossed = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Kesishgan chegara' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [60.615, 41.545],
            [60.627, 41.552],
            [60.627, 41.545],
            [60.615, 41.552],
            [60.615, 41.545],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { name: 'Yoʻl' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [60, 41],
          [61, 42],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { name: 'Almashgan' },
      geometry: { type: 'Point', coordinates: [41.55, 60.62] },
    },
  ],
};

interface State {
  readonly name: string;
  readonly mode?: 'view';
  /** Attributes in addition to those of every state. */
  readonly attributes?: string;
  readonly value?: object;
  /** A browser without a drawing context. */
  readonly broken?: true;
  readonly reach?: (page: Page, translate: Translate) => Promise<unknown>;
}

/** The map with each tool active, and with its overlays. */
const states: readonly State[] = [
  { name: 'view', mode: 'view' },
  {
    name: 'crosshair',
    mode: 'view',
    reach: async (page) => {
      await page.keyboard.press('Tab');
      await page.locator('.km-stage').press('ArrowRight');
      await page.locator('.km-crosshair').waitFor();
    },
  },
  { name: 'failed', mode: 'view', broken: true },
  {
    name: 'nothing',
    value: { polygons: [], markers: [] },
    reach: (page, translate) => press(page, translate, 'toolbar.list'),
  },
  { name: 'idle' },
  { name: 'limits', attributes: 'max-polygons="2" max-markers="9"' },
  { name: 'toolbar-foot', attributes: 'toolbar="bottom-right"' },
  { name: 'grounds', reach: (page, translate) => press(page, translate, 'toolbar.tiles') },
  {
    name: 'ground-gone',
    reach: async (page, translate) => {
      await press(page, translate, 'toolbar.tiles');
      await page.getByRole('button', { name: /bad\)$/ }).click();
      await page.locator('.km-notice .km-panel').waitFor();
    },
  },
  {
    name: 'drawing',
    reach: async (page, translate) => {
      await press(page, translate, 'toolbar.draw_polygon');
      for (const at of [0.3, 0.45, 0.6]) await clickAt(page, at, 0.4 + at / 3);
    },
  },
  { name: 'placing', reach: (page, translate) => press(page, translate, 'toolbar.add_marker') },
  { name: 'selected', reach: (page) => select(page, 2) },
  { name: 'marker-selected', reach: (page) => select(page, 5) },
  {
    name: 'editing',
    reach: async (page, translate) => {
      await select(page, 2);
      await press(page, translate, 'toolbar.edit');
    },
  },
  {
    name: 'vertices',
    reach: async (page, translate) => {
      await select(page, 1);
      await press(page, translate, 'vertices.show');
    },
  },
  {
    name: 'colors',
    reach: async (page, translate) => {
      await select(page, 1);
      await press(page, translate, 'toolbar.color');
    },
  },
  { name: 'list', reach: (page, translate) => press(page, translate, 'toolbar.list') },
  {
    name: 'list-search',
    value: manyMarkers,
    reach: async (page, translate) => {
      await press(page, translate, 'toolbar.list');
      await page.getByPlaceholder(translate('map:list.search')).fill('yoq');
    },
  },
  {
    name: 'delete',
    reach: async (page, translate) => {
      await select(page, 2);
      await press(page, translate, 'toolbar.delete');
    },
  },
  { name: 'clear', reach: (page, translate) => press(page, translate, 'toolbar.clear') },
  { name: 'import', reach: (page, translate) => press(page, translate, 'toolbar.import') },
  {
    name: 'report',
    reach: async (page, translate) => {
      await press(page, translate, 'toolbar.import');
      const dialog = page.getByRole('dialog', { name: translate('map:import.title') });
      await dialog.getByRole('textbox').fill(JSON.stringify(crossed));
      await dialog.getByRole('button', { name: translate('map:import.submit') }).click();
      await page.getByRole('region', { name: translate('map:report.title') }).waitFor();
    },
  },
  {
    name: 'full-screen',
    reach: (page, translate) => press(page, translate, 'toolbar.fullscreen'),
  },
];

if (testsAllVariants) {
  for (const language of languages) {
    for (const state of states) {
      test(`element ${state.name} in ${language}: accessible, complete and not too wide`, async ({
        page,
      }) => {
        putMapHost(language, state);
        if (state.broken) {
          await page.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
        }
        await page.goto(`${site.url}/map`);
        const phase = state.broken ? 'failed' : 'ready';
        await page.locator(`.km-stage[data-phase="${phase}"]`).waitFor({ timeout: 60_000 });
        await state.reach?.(page, textsIn(language));
        await lookAround(page, `map-${state.name}`, language, (theme) =>
          page.evaluate(
            (chosen) => document.querySelector('komak-map')?.setAttribute('theme', chosen),
            theme,
          ),
        );
      });
    }

    test(`chat in ${language}: accessible, complete and not too wide`, async ({ page }) => {
      const translate = textsIn(language);
      serveHostPage(site, product, { lang: language, attributes: 'data-theme="light"' });
      await page.goto(`${site.url}/host`);
      await chatButtonOf(page).waitFor();
      const setTheme = (theme: string) =>
        page.evaluate((chosen) => document.querySelector('komak-chat')?.setAttribute('theme', chosen), theme);
      await lookAround(page, 'chat-button', language, setTheme);
      await chatButtonOf(page).click();
      const panel: FrameLocator = framedPanelOf(page);
      await panel.getByRole('textbox', { name: translate('chat:panel.input') }).waitFor();
      await panel.locator('.kc-chip').first().waitFor();
      await lookAround(page, 'chat-open', language, setTheme);
      await panel.locator('.kc-chip').first().click();
      await expect(repliesIn(panel)).toHaveCount(1);
      await lookAround(page, 'chat-answered', language, setTheme);
    });
  }
}

/** Checks a page of another site in all variants. */
async function lookAround(
  page: Page,
  name: string,
  language: Language,
  setTheme: (theme: string) => Promise<unknown>,
): Promise<void> {
  for (const { width, height, theme, axe } of variantsIn[language]) {
    await page.setViewportSize({ width, height });
    await setTheme(theme);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const face = `${name}-${language}-${theme}-${width}`;
    await takeScreenshots(page, face);
    if (axe) expect.soft(await accessibilityIssuesAt(page), `${face}: axe`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${face}: wider than its window`).toBeLessThanOrEqual(0);
  }
}

function putMapHost(language: Language, { mode, attributes = '', value = shapes }: State): void {
  site.put('/map.css', {
    type: 'text/css',
    body: `body { margin: 0; padding: 16px; font: 16px/1.5 sans-serif; }
      komak-map { height: 640px; } @media (max-width: 767px) { komak-map { height: 600px; } }`,
  });
  site.put('/map.js', {
    type: 'text/javascript',
    body: `document.querySelector('komak-map').value = ${JSON.stringify(value)};`,
  });
  site.put('/map', {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="${language}"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>host</title><link rel="stylesheet" href="/map.css"><body><main><h1>Urganch</h1>
      <komak-map ${mode === 'view' ? '' : 'mode="edit"'} lang="${language}" tiles="server" center="41.5585,60.6208" zoom="13" ${attributes}></komak-map>
      </main><script src="/map.js"></script>
      <script type="module" src="${product.url}/widgets/komak-map.js"></script></body></html>`,
  });
}

function press(page: Page, translate: Translate, key: string): Promise<void> {
  return page
    .locator('komak-map')
    .getByRole('button', { name: translate(`map:${key}`), exact: true })
    .first()
    .click();
}

async function select(page: Page, id: number): Promise<void> {
  await page.evaluate(
    (name) => (document.querySelector('komak-map') as unknown as { select(id: number): void }).select(name),
    id,
  );
}

async function clickAt(page: Page, x: number, y: number): Promise<void> {
  const box = await page.locator('.km-stage').boundingBox();
  if (!box) throw new Error('the map has no box');
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

function squareAt(lat: number, lng: number): number[][] {
  const halfSide = 0.006;
  return [
    [lat - halfSide, lng - halfSide],
    [lat - halfSide, lng + halfSide],
    [lat + halfSide, lng + halfSide],
    [lat + halfSide, lng - halfSide],
  ];
}
